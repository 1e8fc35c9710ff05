/* SPDX-License-Identifier: MIT */
/* Could a problem be searched as a block, and if not, why? */
#include "config.h"

#include "search/block-build.h"

static bool
has_wide_array(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);

  for (size_t i = 0; i < n_arrays; i++)
    if (!csp_block_has_span(&arrays[i]))
      return true;
  return false;
}

/* Arcs speak of domains that the store keeps as words, without gaps that it
 * would not see. */
static bool
has_wide_scope(const CspProblem *problem, const CspConstraint *con)
{
  for (uint32_t k = 0; k < con->n_vars; k++)
    if (!csp_block_has_span(
            csp_model_array_of(problem->model, csp_constraint_var(con, k))))
      return true;
  return false;
}

static char *
why_not_record(const CspProblem *problem,
               CspBlockLevel level,
               bool has_wide,
               size_t c,
               CspBlockForm form)
{
  const CspConstraint *con = &problem->cons[c];
  const char *why = NULL;

  if (form.shape == CSP_BLOCK_NONE)
    why = "has no block form";
  else if (form.shape == CSP_BLOCK_ELEMENT && level != CSP_BLOCK_MAC)
    why = "has more than two variables, which a block takes under mac";
  else if (level != CSP_BLOCK_MAC || con->n_vars == 0)
    return NULL;
  else if (form.pruning == CSP_BLOCK_OTHERWISE)
    why = "prunes more or less than a block would under mac at its strength";
  else if (form.pruning == CSP_BLOCK_ARCS && con->n_vars > 1 && has_wide &&
           has_wide_scope(problem, con))
    why = "has a domain that spans more than 64 values";
  if (why == NULL)
    return NULL;
  g_autofree char *name = csp_model_dup_constraint_name(problem->model, c);
  return g_strdup_printf("%s %s", name, why);
}

static char *
why_not_domain(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);

  for (size_t i = 0; i < n_arrays; i++)
    if (arrays[i].length > 0 && arrays[i].n_values > 64) {
      g_autofree char *name =
          csp_model_dup_var_name((CspModel *)problem->model, arrays[i].first);
      return g_strdup_printf("%s has %u values, and a block holds 64", name,
                             arrays[i].n_values);
    }
  return NULL;
}

char *
csp_block_why_not(const CspProblem *problem,
                  CspBlockLevel level,
                  const CspTreeConfig *config,
                  const CspBlockForm *forms)
{
  uint32_t n_starts;
  char *why;

  if (problem->objective != CSP_NONE)
    return g_strdup("a block has no objective");
  if (config->variable_order != CSP_VARIABLE_ORDER_INPUT &&
      config->variable_order != CSP_VARIABLE_ORDER_MRV)
    return g_strdup("a block takes variables by input or mrv only");
  if (config->value_order != CSP_VALUE_ORDER_MIN &&
      config->value_order != CSP_VALUE_ORDER_MAX)
    return g_strdup("a block takes values by min or max only");
  if (config->restarts.kind != CSP_RESTARTS_NONE)
    return g_strdup("a block does not restart");
  if (config->n_goals > 0 || config->projection != NULL)
    return g_strdup("a block follows no goals");
  if (csp_model_peek_starts(problem->model, &n_starts) != NULL)
    return g_strdup("a block does not try values that the model names first");
  if (config->interchangeable != NULL)
    return g_strdup("a block does not look for fresh values (--symmetry=off)");
  if (problem->n_vars > CSP_BLOCK_VARS)
    return g_strdup_printf("there are %u variables, and a block holds %d",
                           problem->n_vars, CSP_BLOCK_VARS);
  if ((why = why_not_domain(problem)) != NULL)
    return why;
  if (csp_block_estimate(problem) > CSP_BLOCK_BYTES)
    return g_strdup_printf("the block would take more than %d MiB",
                           CSP_BLOCK_BYTES >> 20);
  bool has_wide = has_wide_array(problem);
  for (size_t c = 0; c < problem->n_cons; c++)
    if ((why = why_not_record(problem, level, has_wide, c, forms[c])) != NULL)
      return why;
  return csp_block_fits(problem)
             ? NULL
             : g_strdup_printf("there are more than %d elements of variables, "
                               "or they have too many values in all",
                               CSP_BLOCK_ELEMENTS);
}

static bool
fits_elements(const CspProblem *problem)
{
  size_t n = csp_block_count_elements(problem);
  uint32_t width = 1u << csp_block_width_log(csp_block_largest_domain(problem));
  int32_t values[64];

  return n == 0 || (n <= CSP_BLOCK_ELEMENTS &&
                    csp_block_list_values(problem, width, values) > 0);
}

bool
csp_block_fits(const CspProblem *problem)
{
  return problem->n_vars <= CSP_BLOCK_VARS &&
         csp_block_largest_domain(problem) <= 64 &&
         csp_block_estimate(problem) <= CSP_BLOCK_BYTES &&
         fits_elements(problem);
}

uint64_t
csp_block_estimate(const CspProblem *problem)
{
  uint32_t width_log = csp_block_width_log(csp_block_largest_domain(problem));
  uint64_t n = problem->n_vars;
  uint64_t block_bytes =
      ((n << width_log) / 8 + CSP_BLOCK_ALIGNMENT) & -CSP_BLOCK_ALIGNMENT;

  return block_bytes * ((n << width_log) + 2 * n + 8) +
         n * (sizeof(CspBlockFrame) + 64);
}
