/* SPDX-License-Identifier: MIT */
/* Defined variables against recomputation: after random moves and swaps of the
 * others each has the value of its function, the violation is that of a new set
 * with the same values, and it is 0 exactly when all records hold and all values
 * lie within their domains. */
#include "config.h"

#include <glib.h>
#include <libcsp/csp.h>

#include "base/random.h"
#include "constraints/invariants.h"
#include "search/definition-choice.h"
#include "tests/csp-test.h"

enum { N_INPUTS = 5, N_OUTPUTS = 6, N_VARS = N_INPUTS + N_OUTPUTS };
enum { N_ROUNDS = 120, N_STARTS = 3, N_STEPS = 40 };

/* The invariants and definitions of a model over values of their own. */
typedef struct {
  CspArena *arena;
  CspScratch scratch;
  int32_t values[N_VARS];
  CspLocalDomains domains;
  CspInvariantSet *set;
} Engine;

typedef struct {
  CspModel *model;
  CspVar vars[N_VARS]; /* inputs, then outputs */
  int min, max;        /* of inputs */
  CspRandom random;
  Engine engine, fresh;
} Case;

static int
random_in(Case *c, int min, int max)
{
  return min + (int)csp_random_below(&c->random, (uint64_t)(max - min) + 1);
}

/* What output i may be a function of. */
static CspVar
random_before(Case *c, int i)
{
  return c->vars[random_in(c, 0, N_INPUTS + i - 1)];
}

static CspVar
output(const Case *c, int i)
{
  return c->vars[N_INPUTS + i];
}

static CspExpr
expr_of(Case *c, CspVar x)
{
  return csp_model_expr_var(c->model, x, NULL);
}

static void
define_by_sum(Case *c, int i)
{
  gint coeffs[] = {random_in(c, 0, 1) * 2 - 1, random_in(c, -3, 3),
                   random_in(c, -3, 3), 1};
  CspVar vars[] = {output(c, i), random_before(c, i), random_before(c, i),
                   random_before(c, i)};

  csp_model_post_linear(c->model, coeffs, 4, vars, 4, CSP_RELATION_EQ,
                        random_in(c, -3, 3), NULL);
}

static void
define_by_relation(Case *c, int i)
{
  csp_model_post_relation(c->model, output(c, i), CSP_RELATION_EQ,
                          random_before(c, i), random_in(c, -3, 3), NULL);
}

static void
define_by_element(Case *c, int i)
{
  gint values[4];

  for (int k = 0; k < 4; k++)
    values[k] = random_in(c, -3, 3);
  csp_model_post_element(c->model, values, 4, random_before(c, i), output(c, i),
                         NULL);
}

static void
define_by_element_var(Case *c, int i)
{
  CspVar vars[3];

  for (int k = 0; k < 3; k++)
    vars[k] = random_before(c, i);
  csp_model_post_element_var(c->model, vars, 3, random_before(c, i),
                             output(c, i), NULL);
}

static void
define_by_count(Case *c, int i)
{
  CspVar vars[4];

  for (int k = 0; k < 4; k++)
    vars[k] = random_before(c, i);
  csp_model_post_count(c->model, vars, 4, random_in(c, c->min, c->max),
                       CSP_RELATION_EQ, output(c, i), NULL);
}

static void
define_by_expression(Case *c, int i)
{
  static const CspExprOp ops[] = {CSP_EXPR_ADD, CSP_EXPR_SUB, CSP_EXPR_MUL,
                                  CSP_EXPR_DIV, CSP_EXPR_MOD, CSP_EXPR_MIN,
                                  CSP_EXPR_MAX};
  CspExpr x = expr_of(c, random_before(c, i));
  CspExpr y = expr_of(c, random_before(c, i));
  CspExpr z = csp_model_expr_binary(
      c->model, ops[random_in(c, 0, G_N_ELEMENTS(ops) - 1)], x, y, NULL);
  CspExpr is_less = csp_model_expr_binary(c->model, CSP_EXPR_LT, x, y, NULL);
  CspExpr value = random_in(c, 0, 1) == 0
                      ? csp_model_expr_unary(c->model, CSP_EXPR_ABS, z, NULL)
                      : csp_model_expr_if(c->model, is_less, z,
                                          expr_of(c, c->vars[0]), NULL);

  csp_model_post_expr(c->model,
                      csp_model_expr_binary(c->model, CSP_EXPR_EQ,
                                            expr_of(c, output(c, i)), value,
                                            NULL),
                      NULL);
}

static void
define_by_arithmetic(Case *c, int i)
{
  CspArithmeticOp op =
      (CspArithmeticOp)random_in(c, CSP_ARITHMETIC_TIMES, CSP_ARITHMETIC_MAX);
  CspVar vars[] = {random_before(c, i), random_before(c, i)};

  csp_model_post_arithmetic(
      c->model, op, vars, op == CSP_ARITHMETIC_ABS ? 1 : 2, output(c, i), NULL);
}

static void
define_by_truth(Case *c, int i)
{
  gint coeffs[] = {random_in(c, -2, 2), 1};
  CspVar vars[] = {random_before(c, i), random_before(c, i)};
  gint ranges[] = {-1, 0, 2, 3};

  if (random_in(c, 0, 1) == 0)
    csp_model_post_reified_linear(c->model, coeffs, 2, vars, 2,
                                  (CspRelation)random_in(c, 0, 5), 1,
                                  output(c, i), NULL);
  else
    csp_model_post_member(c->model, vars[0], ranges, 4, output(c, i), NULL);
}

static void
define_by_any(Case *c, int i)
{
  static void (*const all[])(Case * c, int i) = {
      define_by_sum,         define_by_relation, define_by_element,
      define_by_element_var, define_by_count,    define_by_expression,
      define_by_arithmetic,
  };

  all[random_in(c, 0, G_N_ELEMENTS(all) - 1)](c, i);
}

/* Constraints on what is defined. */
static void
post_consumers(Case *c)
{
  gint coeffs[] = {2, -1, 1}, tuples[24];
  CspVar vars[] = {random_before(c, N_OUTPUTS), output(c, 1), output(c, 2)};

  csp_model_post_all_different(c->model, &c->vars[N_INPUTS], N_OUTPUTS, NULL, 0,
                               NULL);
  csp_model_post_linear(c->model, coeffs, 3, vars, 3, CSP_RELATION_LE,
                        random_in(c, -5, 5), NULL);
  csp_model_post_relation(c->model, output(c, 0), CSP_RELATION_NE,
                          random_before(c, N_OUTPUTS), 1, NULL);
  for (int k = 0; k < 24; k++)
    tuples[k] = random_in(c, c->min, c->max);
  csp_model_post_table(c->model, vars, 3, tuples, 24, NULL);
}

static bool
is_taken(const void *data, CspVar x)
{
  return false;
}

static void
open_engine(Case *c, Engine *engine)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(c->model, &n);
  g_autofree bool *is_left_out = g_new0(bool, n);
  CspDefinitionChoice *choice = csp_definition_choice_new(c->model, NULL);

  *engine = (Engine){.arena = csp_arena_new()};
  engine->set = csp_invariant_set_new(engine->arena, N_VARS, engine->values,
                                      &engine->scratch);
  csp_local_domains_init(&engine->domains, c->model, engine->arena);
  csp_definition_choice_add_equations(choice, &engine->domains, is_taken, NULL);
  csp_definition_choice_close(choice, &engine->domains, engine->set,
                              is_left_out);
  csp_definition_choice_free(choice);
  CspDefinedBounds defined = {.model = c->model,
                              .definitions = engine->set->definitions};
  CspInvariantBounds bounds = csp_defined_bounds(&defined);
  csp_invariants_add_all(engine->set, cons, n, is_left_out, NULL, &bounds);
}

static void
close_engine(Engine *engine)
{
  csp_local_domains_clear(&engine->domains);
  csp_arena_free(engine->arena);
  csp_scratch_clear(&engine->scratch);
}

static void
open_case(Case *c, uint64_t seed, void (*define)(Case *c, int i))
{
  static const gint holed[] = {-4, -2, 0, 1, 3, 4, 9};
  static const gint truths[] = {0, 1};

  *c = (Case){.model = csp_model_new()};
  csp_random_seed(&c->random, seed);
  c->min = random_in(c, -2, 1);
  c->max = c->min + random_in(c, 2, 5);
  CspArray x =
      csp_model_add_int_array(c->model, "x", N_INPUTS, c->min, c->max, NULL);
  bool is_truth = define == define_by_truth;
  CspArray y =
      is_truth || random_in(c, 0, 1) == 0
          ? csp_model_add_int_array_values(
                c->model, "y", N_OUTPUTS, is_truth ? truths : holed,
                is_truth ? 2 : G_N_ELEMENTS(holed), NULL)
          : csp_model_add_int_array(c->model, "y", N_OUTPUTS, -5, 5, NULL);
  for (gsize i = 0; i < N_VARS; i++)
    c->vars[i] = i < N_INPUTS ? csp_model_get_var(c->model, x, i)
                              : csp_model_get_var(c->model, y, i - N_INPUTS);
  for (int i = 0; i < N_OUTPUTS; i++)
    define(c, i);
  post_consumers(c);
  open_engine(c, &c->engine);
  open_engine(c, &c->fresh);
}

static void
close_case(Case *c)
{
  close_engine(&c->engine);
  close_engine(&c->fresh);
  g_object_unref(c->model);
}

static bool
is_defined(const Case *c, CspVar x)
{
  return csp_definitions_has_output(c->engine.set->definitions, x);
}

/* What a new set says to these values of the searched variables. */
static int64_t
recompute(Case *c, const int32_t *values)
{
  for (CspVar x = N_VARS; x-- > 0;)
    csp_invariant_set_assign(c->fresh.set, x, values[x]);
  int64_t violation = csp_invariant_set_violation(c->fresh.set);
  for (CspVar x = 0; x < N_VARS; x++)
    csp_invariant_set_unassign(c->fresh.set, x);
  CU_ASSERT_EQUAL(csp_invariant_set_violation(c->fresh.set), 0);
  return violation;
}

static bool
is_solution(Case *c)
{
  const int32_t *values = c->engine.values;
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(c->model, &n);

  for (size_t i = 0; i < n; i++)
    if (!csp_family_of(&cons[i])->holds(&cons[i], values, &c->engine.scratch))
      return false;
  for (CspVar x = 0; x < N_VARS; x++)
    if (!csp_array_has_value(csp_model_array_of(c->model, x), values[x]))
      return false;
  return true;
}

static void
check_complete(Case *c)
{
  const CspInvariantSet *set = c->engine.set;
  const CspDefinitions *definitions = set->definitions;
  int64_t violation = csp_invariant_set_violation(set);
  bool is_any = false;

  CU_ASSERT_EQUAL(violation, recompute(c, c->engine.values));
  CU_ASSERT_EQUAL(violation == 0, is_solution(c));
  for (CspVar x = 0; x < N_VARS; x++) {
    CU_ASSERT_EQUAL(c->engine.values[x], c->fresh.values[x]);
    if (is_defined(c, x))
      continue;
    csp_cascade_mark_conflicts(set);
    bool is_marked = definitions->stamps[x] == definitions->stamp;
    bool is_in = csp_invariant_set_is_in_conflict(set, x);
    CU_ASSERT_EQUAL(is_in, is_marked ||
                               csp_invariant_set_is_in_conflict_alone(set, x));
    is_any = is_any || is_in;
  }
  CU_ASSERT_EQUAL(violation > 0, is_any);
}

static int32_t
random_value(Case *c, CspVar x)
{
  const CspLocalDomain *domain = csp_local_domains_get(&c->engine.domains, x);

  return csp_local_domain_value(domain,
                                csp_random_below(&c->random, domain->n_values));
}

static CspVar
random_searched(Case *c)
{
  CspVar x;

  do
    x = c->vars[random_in(c, 0, N_VARS - 1)];
  while (is_defined(c, x));
  return x;
}

static void
move_and_check(Case *c)
{
  const CspInvariantSet *set = c->engine.set;
  CspVar x = random_searched(c), y = random_searched(c);
  int32_t value = random_value(c, x), after[N_VARS], before_values[N_VARS];
  const CspLocalDomain *domain = csp_local_domains_get(&c->engine.domains, x);
  int64_t before = csp_invariant_set_violation(set), changes[16];
  bool is_swap =
      x != y && random_in(c, 0, 1) == 0 &&
      csp_model_array_of(c->model, x) == csp_model_array_of(c->model, y);

  for (CspVar v = 0; v < N_VARS; v++)
    after[v] = before_values[v] = c->engine.values[v];
  after[x] = is_swap ? c->engine.values[y] : value;
  if (is_swap)
    after[y] = c->engine.values[x];
  int64_t change = is_swap ? csp_invariant_set_change_swap(set, x, y)
                           : csp_invariant_set_change(set, x, value);
  CU_ASSERT_EQUAL(before + change, recompute(c, after));
  csp_invariant_set_changes(set, x, domain->min,
                            (uint32_t)(domain->max - domain->min) + 1, changes);
  for (int32_t v = domain->min; v <= domain->max; v++)
    CU_ASSERT_EQUAL(changes[v - domain->min],
                    csp_invariant_set_change(set, x, v));
  for (CspVar v = 0; v < N_VARS; v++)
    CU_ASSERT_EQUAL(c->engine.values[v], before_values[v]);
  CU_ASSERT_EQUAL(csp_invariant_set_violation(set), before);
  if (is_swap)
    csp_invariant_set_swap(set, x, y);
  else
    csp_invariant_set_move(set, x, value);
  check_complete(c);
}

static void
assign_all(Case *c)
{
  for (CspVar x = 0; x < N_VARS; x++) {
    if (is_defined(c, x))
      continue;
    int32_t value = random_value(c, x);
    bool fits = csp_invariant_set_test(c->engine.set, x, value);
    CU_ASSERT_EQUAL(
        fits, csp_invariant_set_count_refusals(c->engine.set, x, value) == 0);
    csp_invariant_set_assign(c->engine.set, x, value);
  }
}

static uint32_t
check_kind(void (*define)(Case *c, int i))
{
  uint32_t n_defined = 0;

  for (uint64_t seed = 1; seed <= N_ROUNDS; seed++) {
    Case c;
    open_case(&c, seed, define);
    if (c.engine.set->definitions != NULL) {
      n_defined += c.engine.set->definitions->n;
      for (int i = 0; i < N_STARTS; i++) {
        assign_all(&c);
        check_complete(&c);
        for (int k = 0; k < N_STEPS; k++)
          move_and_check(&c);
        for (CspVar x = 0; x < N_VARS; x++)
          csp_invariant_set_unassign(c.engine.set, x);
        CU_ASSERT_EQUAL(csp_invariant_set_violation(c.engine.set), 0);
      }
    }
    close_case(&c);
  }
  return n_defined;
}

#define CLAIM(kind)                                                            \
  static void follows_##kind(void)                                             \
  {                                                                            \
    CU_ASSERT(check_kind(define_by_##kind) > N_ROUNDS);                        \
  }

CLAIM(sum)
CLAIM(relation)
CLAIM(element)
CLAIM(element_var)
CLAIM(count)
CLAIM(expression)
CLAIM(arithmetic)
CLAIM(truth)
CLAIM(any)

/* Chains as long as the model are walked without recursion. */
static void
follows_long_chains(void)
{
  enum { LENGTH = 20000 };
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 1, 0, 9, NULL);
  CspArray y = csp_model_add_int_array(model, "y", LENGTH, 0, 9, NULL);
  CspArena *arena = csp_arena_new();
  CspScratch scratch = {0};
  g_autofree int32_t *values = g_new0(int32_t, LENGTH + 1);
  CspInvariantSet *set =
      csp_invariant_set_new(arena, LENGTH + 1, values, &scratch);
  CspLocalDomains domains;
  size_t n;

  for (gsize i = 0; i < LENGTH; i++) {
    CspExpr previous =
        csp_model_expr_var(model,
                           i == 0 ? csp_model_get_var(model, x, 0)
                                  : csp_model_get_var(model, y, i - 1),
                           NULL);
    CspExpr rest = csp_model_expr_binary(model, CSP_EXPR_SUB,
                                         csp_model_expr_const(model, 9, NULL),
                                         previous, NULL);
    csp_model_post_expr(
        model,
        csp_model_expr_binary(
            model, CSP_EXPR_EQ,
            csp_model_expr_var(model, csp_model_get_var(model, y, i), NULL),
            rest, NULL),
        NULL);
  }
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);
  g_autofree bool *is_left_out = g_new0(bool, n);
  CspDefinitionChoice *choice = csp_definition_choice_new(model, NULL);
  csp_local_domains_init(&domains, model, arena);
  csp_definition_choice_close(choice, &domains, set, is_left_out);
  csp_definition_choice_free(choice);
  CspDefinedBounds defined = {.model = model, .definitions = set->definitions};
  CspInvariantBounds bounds = csp_defined_bounds(&defined);
  csp_invariants_add_all(set, cons, n, is_left_out, NULL, &bounds);

  CU_ASSERT_EQUAL(set->definitions->n, LENGTH);
  CU_ASSERT_EQUAL(set->n_invariants, 0);
  csp_invariant_set_assign(set, 0, 2);
  CU_ASSERT_EQUAL(values[LENGTH], 2);
  CU_ASSERT_EQUAL(csp_invariant_set_change(set, 0, 7), 0);
  csp_invariant_set_move(set, 0, 7);
  CU_ASSERT_EQUAL(values[LENGTH - 1], 2);
  CU_ASSERT_EQUAL(values[LENGTH], 7);
  CU_ASSERT_FALSE(csp_invariant_set_is_in_conflict(set, 0));
  csp_local_domains_clear(&domains);
  csp_arena_free(arena);
  csp_scratch_clear(&scratch);
}

static const CspTest tests[] = {
    {"follows sums", follows_sum},
    {"follows relations", follows_relation},
    {"follows elements", follows_element},
    {"follows elements that are variables", follows_element_var},
    {"follows counts", follows_count},
    {"follows expressions", follows_expression},
    {"follows arithmetic", follows_arithmetic},
    {"follows truths", follows_truth},
    {"follows functions of functions of all kinds", follows_any},
    {"follows long chains", follows_long_chains},
};

CSP_TEST_MAIN("local/definitions", tests)
