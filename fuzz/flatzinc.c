/* SPDX-License-Identifier: MIT */
/* FlatZinc: read, built, and if it is small searched for a few nodes, so that
 * what is built is posted too. */
#include "config.h"

#include <libcsp/csp-flatzinc.h>
#include <libcsp/csp.h>

#include "fuzz/fuzz.h"

const char fuzz_target[] = "flatzinc";

/* Models with more are read only. */
enum { VARS_MAX = 200 };

static void
search(CspFlatzinc *flatzinc, CspModel *model)
{
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) text = g_string_new(NULL);

  if (!csp_solver_set_option(solver, "node-limit", "50", NULL) ||
      !csp_solver_set_option(solver, "memory-limit", "100", NULL) ||
      !csp_solver_set_option(solver, "time-limit", "0.2", NULL) ||
      !csp_solver_set_option(solver, "variable-order", "model", NULL))
    g_assert_not_reached();
  g_autoptr(CspSolution) solution = csp_solver_next(solver, &error);
  g_assert(error == NULL || error->code != CSP_ERROR_INTERNAL);
  if (solution != NULL)
    csp_flatzinc_append_solution(flatzinc, solution, text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GBytes) input = g_bytes_new(data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) build_error = NULL;
  g_autoptr(CspFlatzinc) flatzinc =
      csp_flatzinc_new_for_bytes("input", input, &error);

  fuzz_check_outcome(flatzinc != NULL, error);
  if (flatzinc == NULL)
    return 0;
  g_autoptr(CspModel) model = csp_model_new();
  gboolean is_built = csp_flatzinc_build(flatzinc, model, &build_error);
  fuzz_check_outcome(is_built, build_error);
  if (is_built && csp_model_get_n_vars(model) <= VARS_MAX)
    search(flatzinc, model);
  return 0;
}
