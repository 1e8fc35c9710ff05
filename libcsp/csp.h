/* SPDX-License-Identifier: MIT */
/* Everything a program needs to state and solve a model.
 *
 * Plugins include <libcsp/csp-plugin.h> besides; programs that bring their own
 * constraints, orders or observers include <libcsp/csp-extend.h>. */
#pragma once

#include <libcsp/csp-types.h>
#include <libcsp/csp-version.h>
#include <libcsp/csp-model.h>
#include <libcsp/csp-ordering.h>
#include <libcsp/csp-scheduling.h>
#include <libcsp/csp-counting.h>
#include <libcsp/csp-graphs.h>
#include <libcsp/csp-sequences.h>
#include <libcsp/csp-solution.h>
#include <libcsp/csp-stats.h>
#include <libcsp/csp-solver.h>
#include <libcsp/csp-flatzinc.h>
#include <libcsp/csp-io.h>
