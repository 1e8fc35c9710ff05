/* SPDX-License-Identifier: MIT */
/* The families by kind of record, made from the table. */
#include "config.h"

#include "constraints/family.h"

const CspFamily *const csp_families[CSP_N_CONSTRAINT_KINDS] = {
#define CONSTRAINT(KIND, family, name, blurb)                                  \
  [CSP_CON_##KIND] = &csp_family_##family,
#include "model/constraints.def"
#undef CONSTRAINT
};
