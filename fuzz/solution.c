/* SPDX-License-Identifier: MIT */
/* Solutions as JSON, of a model with an array, an array of one and a scalar.
 * What was read is verified, written and read again, and must come out the
 * same. */
#include "config.h"

#include <string.h>
#include <libcsp/csp.h>
#include <libcsp/csp-io.h>

#include "fuzz/fuzz.h"

const char fuzz_target[] = "solution";

static CspModel *
make_model(void)
{
  g_autoptr(GError) error = NULL;
  CspModel *model = csp_model_new();
  CspArray column = csp_model_add_int_array(model, "column", 3, 0, 9, &error);

  if (column == CSP_NONE ||
      csp_model_add_int_array(model, "one", 1, CSP_VALUE_MIN, CSP_VALUE_MAX,
                              &error) == CSP_NONE ||
      csp_model_add_int(model, "total", -5, 5, &error) == CSP_NONE ||
      !csp_model_post_relation(model, csp_model_get_var(model, column, 0),
                               CSP_RELATION_LT,
                               csp_model_get_var(model, column, 1), 0, &error))
    g_error("%s", error->message);
  return model;
}

static void
check_round_trip(const CspSolution *solution)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) text = g_string_new(NULL), data = g_string_new(NULL);
  gsize n, n_again;

  csp_solution_append_json(solution, text);
  csp_solution_append_dzn(solution, data);
  g_autoptr(CspSolution) again = csp_solution_new_from_json(
      csp_solution_get_model(solution), text->str, (gssize)text->len, &error);
  if (again == NULL)
    g_error("%s: %s", error->message, text->str);
  const gint *values = csp_solution_get_all_values(solution, &n);
  const gint *values_again = csp_solution_get_all_values(again, &n_again);
  if (n != n_again || memcmp(values, values_again, n * sizeof(gint)) != 0)
    g_error("read otherwise than written: %s", text->str);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GError) error = NULL, verify_error = NULL;
  g_autoptr(CspModel) model = make_model();
  /* libFuzzer begins with no bytes at all, perhaps at NULL. */
  const char *text = size > 0 ? (const char *)data : "";
  g_autoptr(CspSolution) solution =
      csp_solution_new_from_json(model, text, (gssize)size, &error);

  fuzz_check_outcome(solution != NULL, error);
  if (solution == NULL)
    return 0;
  gboolean is_right = csp_solution_verify(solution, &verify_error);
  fuzz_check_outcome(is_right, verify_error);
  check_round_trip(solution);
  return 0;
}
