/* SPDX-License-Identifier: MIT */
/* Incidences by counting: two passes over the scopes. */
#include "config.h"

#include "base/sorted.h"
#include "search/problem.h"

CspProblem *
csp_problem_new(const CspModel *model)
{
  CspProblem *problem = g_new0(CspProblem, 1);

  problem->model = model;
  problem->n_vars = csp_model_n_vars(model);
  problem->cons = csp_model_peek_constraints(model, &problem->n_cons);
  problem->objective = csp_model_objective(model, &problem->is_maximizing);
  return problem;
}

void
csp_problem_free(CspProblem *problem)
{
  if (problem == NULL)
    return;
  g_free(problem->starts);
  g_free(problem->incidences);
  g_free(problem);
}

static uint64_t
count_incidences(const CspProblem *problem)
{
  uint64_t n = 0;

  for (size_t i = 0; i < problem->n_cons; i++)
    n += problem->cons[i].n_vars;
  return n;
}

void
csp_problem_link(CspProblem *problem)
{
  uint32_t n = problem->n_vars;

  if (problem->starts != NULL)
    return;
  problem->starts = g_new0(uint32_t, (size_t)n + 1);
  problem->incidences = g_new(CspIncidence, count_incidences(problem));

  /* Counts, then ends; filling from the back turns ends into starts. */
  for (size_t c = 0; c < problem->n_cons; c++)
    for (uint32_t k = 0; k < problem->cons[c].n_vars; k++)
      problem->starts[csp_constraint_var(&problem->cons[c], k)]++;
  for (uint32_t x = 1; x <= n; x++)
    problem->starts[x] += problem->starts[x - 1];
  for (size_t c = problem->n_cons; c-- > 0;)
    for (uint32_t k = problem->cons[c].n_vars; k-- > 0;) {
      CspVar x = csp_constraint_var(&problem->cons[c], k);
      problem->incidences[--problem->starts[x]] =
          (CspIncidence){.constraint = (uint32_t)c, .position = k};
    }
}

bool
csp_problem_has(const CspProblem *problem, CspVar x, int64_t value)
{
  return csp_array_has_value(csp_model_array_of(problem->model, x), value);
}

uint32_t
csp_problem_size(const CspProblem *problem, CspVar x)
{
  return csp_model_array_of(problem->model, x)->n_values;
}

int64_t
csp_problem_next(const CspProblem *problem, CspVar x, int64_t value)
{
  const CspArrayInfo *array = csp_model_array_of(problem->model, x);

  if (value >= array->max)
    return INT64_MAX;
  if (value < array->min)
    return array->min;
  return array->values == NULL
             ? value + 1
             : array->values[csp_sorted_lower(array->values, array->n_values,
                                              value + 1)];
}

int64_t
csp_problem_previous(const CspProblem *problem, CspVar x, int64_t value)
{
  const CspArrayInfo *array = csp_model_array_of(problem->model, x);

  if (value <= array->min)
    return INT64_MIN;
  if (value > array->max)
    return array->max;
  return array->values == NULL
             ? value - 1
             : array->values[csp_sorted_lower(array->values, array->n_values,
                                              value) -
                             1];
}
