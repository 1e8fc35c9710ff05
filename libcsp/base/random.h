/* SPDX-License-Identifier: MIT */
/* Random numbers: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64,
 * the same sequence on every machine. */
#pragma once

#include <stdint.h>

typedef struct {
  uint64_t state[4];
} CspRandom;

static inline void
csp_random_seed(CspRandom *random, uint64_t seed)
{
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    random->state[i] = z ^ (z >> 31);
  }
}

static inline uint64_t
csp_random_rotate(uint64_t x, int k)
{
  return (x << k) | (x >> (64 - k));
}

static inline uint64_t
csp_random_next(CspRandom *random)
{
  uint64_t *s = random->state;
  uint64_t result = csp_random_rotate(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = csp_random_rotate(s[3], 45);
  return result;
}

/* Uniform in 0 .. n - 1 for n up to 2^32; the bias is below n / 2^32 and does
 * not matter for search. */
static inline uint32_t
csp_random_below(CspRandom *random, uint64_t n)
{
  return (uint32_t)(((csp_random_next(random) >> 32) * n) >> 32);
}

/* Uniform in [0, 1). */
static inline double
csp_random_unit(CspRandom *random)
{
  return (double)(csp_random_next(random) >> 11) * 0x1.0p-53;
}
