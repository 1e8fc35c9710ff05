/* SPDX-License-Identifier: MIT */
/* FlatZinc's Boolean constraints: clauses, conjunctions and parities.
 *
 * A disjunction is the conjunction of the negations, negated, so that all but
 * the parities are one form: literals, whether all are true, and an outcome that
 * is plain, negated, or only implies it. */
#include "config.h"

#include "io/flatzinc-private.h"

/* Literals whose variables are open; what is fixed is settled on adding. */
typedef struct {
  GArray *positive, *negative; /* CspVar */
  bool has_false;
} Literals;

static void
literals_init(Literals *self)
{
  self->positive = g_array_new(FALSE, FALSE, sizeof(CspVar));
  self->negative = g_array_new(FALSE, FALSE, sizeof(CspVar));
  self->has_false = false;
}

static void
literals_clear(Literals *self)
{
  g_array_unref(self->positive);
  g_array_unref(self->negative);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Literals, literals_clear)

static void
add_literal(CspFlatzinc *self, Literals *to, uint32_t root, bool is_negated)
{
  if (csp_fzn_is_fixed(self, root)) {
    to->has_false |= (csp_fzn_var(self, root)->min != 0) == is_negated;
    return;
  }
  CspVar var = csp_fzn_model_var(self, root);
  if (is_negated)
    g_array_append_val(to->negative, var);
  else
    g_array_append_val(to->positive, var);
}

static uint32_t
root_of(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg_root(self, csp_fzn_arg(self, con, k));
}

static void
add_argument(CspFlatzinc *self,
             Literals *to,
             const CspFznConstraint *con,
             uint32_t k,
             bool is_negated)
{
  const CspFznArg *arg = csp_fzn_arg(self, con, k);

  if (arg->kind != CSP_FZN_ARG_ARRAY) {
    add_literal(self, to, csp_fzn_arg_root(self, arg), is_negated);
    return;
  }
  const CspFznArray array = *csp_fzn_array(self, con, k);
  for (uint32_t i = 0; i < array.n; i++) {
    uint32_t root = csp_fzn_element_root(self, &array, i);
    add_literal(self, to, root, is_negated);
  }
}

static const CspVar *
vars_of(const GArray *array)
{
  return (const CspVar *)(const void *)array->data;
}

/* One of the literals' negations is true. */
static bool
post_not_all(CspFlatzinc *self,
             const CspFznConstraint *con,
             const Literals *literals)
{
  GError *error = NULL;

  if (literals->has_false)
    return true;
  if (literals->positive->len + literals->negative->len == 0)
    return csp_fzn_post_false(self, con);
  return csp_fzn_posted(
      self, con,
      csp_model_post_clause(
          self->model, vars_of(literals->negative), literals->negative->len,
          vars_of(literals->positive), literals->positive->len, &error),
      error);
}

static bool
fix(CspFlatzinc *self, const CspFznConstraint *con, CspVar var, bool value)
{
  GError *error = NULL;

  return csp_fzn_posted(self, con,
                        csp_model_post_relation_const(
                            self->model, var, CSP_RELATION_EQ, value, &error),
                        error);
}

static bool
post_all_of(CspFlatzinc *self,
            const CspFznConstraint *con,
            const Literals *literals)
{
  if (literals->has_false)
    return csp_fzn_post_false(self, con);
  for (guint i = 0; i < literals->positive->len; i++)
    if (!fix(self, con, g_array_index(literals->positive, CspVar, i), true))
      return false;
  for (guint i = 0; i < literals->negative->len; i++)
    if (!fix(self, con, g_array_index(literals->negative, CspVar, i), false))
      return false;
  return true;
}

/* outcome, or with is_negated its negation, is whether all literals are true */
static bool
post_whether_all(CspFlatzinc *self,
                 const CspFznConstraint *con,
                 const Literals *literals,
                 uint32_t outcome,
                 bool is_negated)
{
  guint n = literals->positive->len + literals->negative->len;
  GError *error = NULL;

  if (csp_fzn_is_fixed(self, outcome)) {
    bool is_true = (csp_fzn_var(self, outcome)->min != 0) != is_negated;
    return is_true ? post_all_of(self, con, literals)
                   : post_not_all(self, con, literals);
  }
  if (literals->has_false || n == 0)
    return csp_fzn_post_value(self, con, outcome,
                              literals->has_false == is_negated);
  return csp_fzn_posted(
      self, con,
      csp_model_post_conjunction(
          self->model, vars_of(literals->positive), literals->positive->len,
          vars_of(literals->negative), literals->negative->len,
          is_negated ? CSP_RELATION_NE : CSP_RELATION_EQ,
          csp_fzn_model_var(self, outcome), &error),
      error);
}

/* if premise then all literals are true */
static bool
post_implies_all(CspFlatzinc *self,
                 const CspFznConstraint *con,
                 const Literals *literals,
                 uint32_t premise)
{
  GError *error = NULL;

  if (csp_fzn_is_fixed(self, premise))
    return csp_fzn_var(self, premise)->min == 0 ||
           post_all_of(self, con, literals);
  if (literals->has_false)
    return csp_fzn_post_value(self, con, premise, 0);
  CspVar var = csp_fzn_model_var(self, premise);
  for (guint i = 0; i < literals->positive->len; i++)
    if (!csp_fzn_posted(
            self, con,
            csp_model_post_clause(self->model,
                                  &g_array_index(literals->positive, CspVar, i),
                                  1, &var, 1, &error),
            error))
      return false;
  for (guint i = 0; i < literals->negative->len; i++) {
    CspVar both[] = {var, g_array_index(literals->negative, CspVar, i)};
    if (!csp_fzn_posted(
            self, con,
            csp_model_post_clause(self->model, NULL, 0, both, 2, &error),
            error))
      return false;
  }
  return true;
}

/* Rows: conjunctions -------------------------------------------------------- */

bool
csp_fzn_post_all(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_argument(self, &literals, con, 0, false);
  return post_whether_all(self, con, &literals, root_of(self, con, 1), false);
}

bool
csp_fzn_post_both(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_argument(self, &literals, con, 0, false);
  add_argument(self, &literals, con, 1, false);
  return post_whether_all(self, con, &literals, root_of(self, con, 2), false);
}

bool
csp_fzn_post_implied_all(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_argument(self, &literals, con, 0, false);
  return post_implies_all(self, con, &literals, root_of(self, con, 1));
}

bool
csp_fzn_post_implied_both(CspFlatzinc *self,
                          const CspFznConstraint *con,
                          int op)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_argument(self, &literals, con, 0, false);
  add_argument(self, &literals, con, 1, false);
  return post_implies_all(self, con, &literals, root_of(self, con, 2));
}

/* a <= b is not (a and not b), a < b is b and not a */
bool
csp_fzn_post_reified_order(CspFlatzinc *self,
                           const CspFznConstraint *con,
                           int is_strict)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_argument(self, &literals, con, is_strict ? 1 : 0, false);
  add_argument(self, &literals, con, is_strict ? 0 : 1, true);
  return post_whether_all(self, con, &literals, root_of(self, con, 2),
                          !is_strict);
}

/* Rows: disjunctions -------------------------------------------------------- */

/* The negations of what a clause is of: the first n_positive arguments as they
 * are, the others negated. */
static void
add_negations(CspFlatzinc *self,
              Literals *to,
              const CspFznConstraint *con,
              uint32_t n,
              uint32_t n_positive)
{
  for (uint32_t k = 0; k < n; k++)
    add_argument(self, to, con, k, k < n_positive);
}

static bool
post_disjunction(CspFlatzinc *self,
                 const CspFznConstraint *con,
                 uint32_t n,
                 uint32_t n_positive)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_negations(self, &literals, con, n, n_positive);
  return post_whether_all(self, con, &literals, root_of(self, con, n), true);
}

static bool
post_implied_disjunction(CspFlatzinc *self,
                         const CspFznConstraint *con,
                         uint32_t n,
                         uint32_t n_positive)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_negations(self, &literals, con, n, n_positive);
  add_argument(self, &literals, con, n, false);
  return post_not_all(self, con, &literals);
}

bool
csp_fzn_post_any(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return post_disjunction(self, con, 1, 1);
}

bool
csp_fzn_post_either(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return post_disjunction(self, con, 2, 2);
}

bool
csp_fzn_post_reified_clause(CspFlatzinc *self,
                            const CspFznConstraint *con,
                            int op)
{
  return post_disjunction(self, con, 2, 1);
}

bool
csp_fzn_post_implied_any(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return post_implied_disjunction(self, con, 1, 1);
}

bool
csp_fzn_post_implied_either(CspFlatzinc *self,
                            const CspFznConstraint *con,
                            int op)
{
  return post_implied_disjunction(self, con, 2, 2);
}

bool
csp_fzn_post_implied_clause(CspFlatzinc *self,
                            const CspFznConstraint *con,
                            int op)
{
  return post_implied_disjunction(self, con, 2, 1);
}

bool
csp_fzn_post_clause(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  g_auto(Literals) literals;

  literals_init(&literals);
  add_negations(self, &literals, con, 2, 1);
  return post_not_all(self, con, &literals);
}

/* Rows: parities ------------------------------------------------------------ */

/* Fixed variables change the parity; two open ones that are one cancel out in
 * the constraint. */
static bool
post_parity(CspFlatzinc *self,
            const CspFznConstraint *con,
            const CspVar *vars,
            guint n_vars,
            bool is_odd)
{
  GError *error = NULL;

  if (n_vars == 0)
    return !is_odd || csp_fzn_post_false(self, con);
  return csp_fzn_posted(
      self, con,
      csp_model_post_parity(self->model, vars, n_vars, is_odd, &error), error);
}

static bool
post_literal_parity(CspFlatzinc *self,
                    const CspFznConstraint *con,
                    const uint32_t *roots,
                    uint32_t n,
                    bool is_odd)
{
  g_autoptr(GArray) vars = g_array_new(FALSE, FALSE, sizeof(CspVar));

  for (uint32_t i = 0; i < n; i++) {
    if (csp_fzn_is_fixed(self, roots[i])) {
      is_odd ^= csp_fzn_var(self, roots[i])->min != 0;
      continue;
    }
    CspVar var = csp_fzn_model_var(self, roots[i]);
    g_array_append_val(vars, var);
  }
  return post_parity(self, con, vars_of(vars), vars->len, is_odd);
}

/* c = whether a != b; with is_odd, whether a = b */
bool
csp_fzn_post_parity(CspFlatzinc *self, const CspFznConstraint *con, int is_odd)
{
  uint32_t roots[] = {root_of(self, con, 0), root_of(self, con, 1),
                      root_of(self, con, 2)};

  return post_literal_parity(self, con, roots, 3, is_odd != 0);
}

bool
csp_fzn_post_odd(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray array = *csp_fzn_array(self, con, 0);
  g_autofree uint32_t *roots = g_new(uint32_t, (size_t)array.n + 1);

  for (uint32_t i = 0; i < array.n; i++)
    roots[i] = csp_fzn_element_root(self, &array, i);
  return post_literal_parity(self, con, roots, array.n, true);
}
