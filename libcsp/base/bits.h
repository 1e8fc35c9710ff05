/* SPDX-License-Identifier: MIT */
/* Counting bits where the machine's own instruction may not be assumed. */
#pragma once

#include <stdint.h>

static inline uint32_t
csp_popcount64(uint64_t word)
{
#ifdef __POPCNT__
  return (uint32_t)__builtin_popcountll(word);
#else
  /* sums of 2, 4 and 8 bits, then all bytes by one multiplication */
  word -= word >> 1 & UINT64_C(0x5555555555555555);
  word = (word & UINT64_C(0x3333333333333333)) +
         (word >> 2 & UINT64_C(0x3333333333333333));
  word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
#endif
}
