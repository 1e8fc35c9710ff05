/* SPDX-License-Identifier: MIT */
/* The block kernel for one kind of processor.
 *
 * This source is built several times: as it is, for any machine that the
 * compiler knows, and with flags for AVX2 and AVX-512; which one runs is decided
 * when a block is made.  CSP_BLOCK_KERNEL is the name of the build.  Where there
 * are no vector units the compiler makes words of the vectors; so it does where
 * CSP_VECTOR_BYTES asks for wider ones than the processor has, for tests. */
#include "config.h"

#include <string.h>

#include "base/bits.h"
#include "search/block.h"

/* Which instructions the vectors have; none: what the compiler makes of them. */
#if defined(CSP_VECTOR_BYTES)
#define VECTOR_BYTES CSP_VECTOR_BYTES
#elif defined(__AVX512BITALG__) && defined(__AVX512VPOPCNTDQ__) &&             \
    defined(__AVX512BW__)
#define VECTOR_BYTES 64
#define USES_AVX512
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#define USES_AVX2
#elif defined(__SSE2__)
#define VECTOR_BYTES 16
#define USES_SSE2
#else
#define VECTOR_BYTES 16
#endif

#if defined(USES_AVX512) || defined(USES_AVX2) || defined(USES_SSE2)
#include <immintrin.h>
#endif

/* Sanitizers make so much code of each copy that a compiler takes minutes. */
#ifdef CSP_SANITIZED
#define ALWAYS_INLINE inline
#else
#define ALWAYS_INLINE inline __attribute__((always_inline))
#endif
#define JOIN_AGAIN(a, b) a##b
#define JOIN(a, b) JOIN_AGAIN(a, b)
#define STRING_AGAIN(a) #a
#define STRING(a) STRING_AGAIN(a)

/* What is fixed when a loop is compiled; everything else is looked up. */
typedef struct {
  uint32_t n_vectors;
  CspBlockLevel level;
  /* Values ascend, nobody observes nodes, there are no arcs. */
  bool is_plain;
} Shape;

enum {
  REGISTERS = 6,  /* vectors of a state that is kept in registers */
  GROUPS = 5,     /* words for sets of all lanes */
  PLACE_BITS = 5, /* of numbers in a window */
};

/* The loop's counters, in registers. */
typedef struct {
  uint32_t n_frames;
  uint64_t n_nodes, n_failures, n_checks, max_depth, n_skipped;
} Walk;

/* The loop for any shape, then for those that are common, with the number of
 * vectors known and loops over them unrolled. */
#define ANY_SHAPE
#define SHAPE_NAME _any_
#define UNROLLED _Pragma("GCC unroll 6")
#define WIDTH 16
#include "search/block-loop.inc"
#undef WIDTH
#define WIDTH 32
#include "search/block-loop.inc"
#undef WIDTH
#define WIDTH 64
#include "search/block-loop.inc"
#undef WIDTH
#undef ANY_SHAPE
#undef SHAPE_NAME
#undef UNROLLED

#define SHAPE_NAME _
#define UNROLLED _Pragma("GCC unroll 4")
#define WIDTH 16
#include "search/block-loop.inc"
#undef WIDTH
#define WIDTH 32
#include "search/block-loop.inc"
#undef WIDTH

static CspTreeResult
search_64(CspTree *tree)
{
  return search_any_64(tree, csp_block_is_plain(tree));
}

extern const CspBlockKernel JOIN(csp_block_kernel_, CSP_BLOCK_KERNEL);
const CspBlockKernel JOIN(csp_block_kernel_, CSP_BLOCK_KERNEL) = {
    .name = STRING(CSP_BLOCK_KERNEL),
    .vector_bytes = VECTOR_BYTES,
    .search = {search_16, search_32, search_64},
    .propagate = {propagate_any_16, propagate_any_32, propagate_any_64},
};
