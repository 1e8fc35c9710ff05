/* SPDX-License-Identifier: MIT */
/* That a defined variable stays within its domain: violation is the distance
 * to the nearest value that it may have. */
#pragma once

#include "local/invariant-set.h"
#include "local/local.h"

void csp_domain_invariant_add(CspInvariantSet *set,
                              CspVar x,
                              const CspLocalDomain *domain);
