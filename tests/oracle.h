/* SPDX-License-Identifier: MIT */
/* Propagators against brute force over the meaning.
 *
 * A test adds a few small random variables, describes a record over them and
 * asks whether the family's propagators agree with its meaning:
 *
 *   g_autoptr(CspOracle) oracle = csp_oracle_new(seed);
 *   CspVar vars[] = {csp_oracle_add_random_var(oracle, 6),
 *                    csp_oracle_add_random_var(oracle, 6)};
 *   CspConstraint con = {.vars = vars, .n_vars = 2, .constant = 1};
 *   CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_relation, &con,
 *                               CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN));
 *
 * What is checked, at every node of a random walk of prunings, propagation,
 * pushes and pops: no solution is lost; what is accepted when all is fixed, or
 * said to be entailed, satisfies the meaning; scheduling everything again
 * changes nothing; the consistency claimed is reached; after a pop each domain
 * and each word ever trailed is as it was; every event and failure has an
 * explanation that was true before it and, with the constraint, implies it.  A
 * disagreement is printed, with the seed. */
#pragma once

#include "base/random.h"
#include "constraints/family.h"

/* The consistency that propagation must reach. */
typedef enum {
  CSP_ORACLE_SOUND,    /* none: what follows from the rest is enough */
  CSP_ORACLE_BOUNDS_Z, /* bounds have supports of integers within bounds */
  CSP_ORACLE_BOUNDS_D, /* bounds have supports of values of the domains */
  CSP_ORACLE_DOMAIN,   /* each value has a support */
} CspOracleClaim;

typedef struct _CspOracle CspOracle;

/* A test may claim a consistency of its own, by saying what breaks it. */
typedef bool (*CspOracleConsistentFunc)(CspStore *store,
                                        const CspConstraint *con);

CspOracle *csp_oracle_new(uint64_t seed);
void csp_oracle_free(CspOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspOracle, csp_oracle_free)

/* The oracle's store, to look at. */
const CspStore *csp_oracle_get_store(CspOracle *oracle);
/* A random number of the oracle's sequence, both ends included. */
int32_t csp_oracle_int(CspOracle *oracle, int32_t min, int32_t max);

/* A variable with up to max_size values around 0, of a random kind of domain,
 * with holes and far values at times. */
CspVar csp_oracle_add_random_var(CspOracle *oracle, uint32_t max_size);
/* A narrow one with exactly these bounds. */
CspVar csp_oracle_add_var(CspOracle *oracle, int32_t min, int32_t max);
/* A term: a number from 0 to max, or at times one more of n_vars variables, as
 * long as there are fewer than limit. */
int32_t csp_oracle_add_term(CspOracle *oracle,
                            CspVar *vars,
                            uint32_t *n_vars,
                            uint32_t limit,
                            int32_t max);

/* For records over expressions: how many handles they use. */
void csp_oracle_set_n_exprs(CspOracle *oracle, uint32_t n_exprs);
void csp_oracle_set_claim_func(CspOracle *oracle, CspOracleConsistentFunc func);

/* Once an oracle.  The scope is of the oracle's variables, any of them repeated
 * at will. */
bool csp_oracle_agrees(CspOracle *oracle,
                       const CspFamily *family,
                       const CspConstraint *con,
                       CspStrength strength,
                       CspOracleClaim claim);
