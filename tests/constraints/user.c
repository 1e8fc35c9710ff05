/* SPDX-License-Identifier: MIT */
/* A program's own constraints, by their meaning alone and with a propagator. */
#include "config.h"

#include "constraints/family.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300 };

/* The sum of all values is a multiple of the number that data points to. */
static gboolean
sum_holds(gconstpointer data, const gint *values, gsize n_values)
{
  gint sum = 0;

  for (gsize i = 0; i < n_values; i++)
    sum += values[i];
  return sum % *(const gint *)data == 0;
}

static const CspConstraintClass sum_class =
    CSP_CONSTRAINT_CLASS(.name = "sum", .holds = sum_holds);

/* Ascending. */
static gboolean
ascending_holds(gconstpointer data, const gint *values, gsize n_values)
{
  (void)data;
  for (gsize i = 1; i < n_values; i++)
    if (values[i - 1] >= values[i])
      return FALSE;
  return TRUE;
}

/* One pair at a time from the left, so that it must be called again. */
static gboolean
ascending_propagate(gconstpointer data, CspDomains *domains, gsize n_values)
{
  (void)data;
  for (gsize i = 1; i < n_values; i++) {
    gint min = csp_domains_get_min(domains, i - 1) + 1;
    gint max = csp_domains_get_max(domains, i) - 1;
    if (csp_domains_get_max(domains, i - 1) > max)
      return csp_domains_set_max(domains, i - 1, max);
    if (csp_domains_get_min(domains, i) < min)
      return csp_domains_set_min(domains, i, min);
  }
  return TRUE;
}

static const CspConstraintClass ascending_class =
    CSP_CONSTRAINT_CLASS(.name = "ascending",
                         .holds = ascending_holds,
                         .propagate = ascending_propagate);

/* Without values in common with 1 .. 3; it never says that it failed. */
static gboolean
outside_holds(gconstpointer data, const gint *values, gsize n_values)
{
  (void)data;
  for (gsize i = 0; i < n_values; i++)
    if (values[i] >= 1 && values[i] <= 3)
      return FALSE;
  return TRUE;
}

static gboolean
outside_propagate(gconstpointer data, CspDomains *domains, gsize n_values)
{
  (void)data;
  for (gsize i = 0; i < n_values; i++) {
    for (gint value = 1; value <= 3; value++)
      if (csp_domains_has(domains, i, value))
        csp_domains_remove(domains, i, value);
    if (csp_domains_get_size(domains, i) == 1)
      csp_domains_fix(domains, i, csp_domains_get_min(domains, i));
  }
  return TRUE;
}

static const CspConstraintClass outside_class =
    CSP_CONSTRAINT_CLASS(.name = "outside",
                         .holds = outside_holds,
                         .propagate = outside_propagate);

/* Counts its calls, in data. */
static gboolean
counting_holds(gconstpointer data, const gint *values, gsize n_values)
{
  (*(gint *)(gpointer)data)++;
  return ascending_holds(NULL, values, n_values);
}

static const CspConstraintClass counting_class =
    CSP_CONSTRAINT_CLASS(.name = "counting", .holds = counting_holds);

static void
agrees(const CspConstraintClass *klass, gpointer data, CspOracleClaim claim)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspUserConstraint user = {.klass = klass, .data = data};
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, 4);
    CspVar vars[4];

    for (uint32_t k = 0; k < n; k++)
      vars[k] = k > 0 && csp_oracle_int(oracle, 0, 9) == 0
                    ? vars[k - 1]
                    : csp_oracle_add_random_var(oracle, 6);
    CspConstraint con = {.vars = vars, .n_vars = n, .object = &user};
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_user, &con,
                                CSP_STRENGTH_DOMAIN, claim));
  }
}

static void
agrees_by_meaning(void)
{
  gint modulus = 3;

  agrees(&sum_class, &modulus, CSP_ORACLE_SOUND);
}

static void
agrees_by_propagator(void)
{
  agrees(&ascending_class, NULL, CSP_ORACLE_SOUND);
}

static void
agrees_when_failure_goes_unsaid(void)
{
  agrees(&outside_class, NULL, CSP_ORACLE_DOMAIN);
}

static CspStore *
store_with(const CspConstraintClass *klass, gpointer data, uint32_t n_vars)
{
  CspStore *store = csp_store_new();
  CspPoster poster = {.store = store};
  CspUserConstraint *user =
      csp_arena_alloc0(store->arena, sizeof(CspUserConstraint));
  CspConstraint *con = csp_arena_alloc0(store->arena, sizeof(CspConstraint));

  for (uint32_t i = 0; i < n_vars; i++)
    csp_store_add_var(store, 0, 9);
  user->klass = klass;
  user->data = data;
  con->n_vars = n_vars;
  con->object = user;
  CU_ASSERT(csp_family_user.post(&poster, con, CSP_STRENGTH_DOMAIN));
  return store;
}

static void
is_tested_when_one_variable_is_left(void)
{
  gint n_calls = 0;
  g_autoptr(CspStore) store = store_with(&counting_class, &n_calls, 3);

  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(csp_store_fix(store, 1, 4, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(n_calls, 0);
  CU_ASSERT(csp_store_fix(store, 0, 2, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(n_calls, 10);
  CU_ASSERT_EQUAL(csp_store_min(store, 2), 5);
  CU_ASSERT_EQUAL(csp_store_size(store, 2), 5);
}

static void
is_propagated_until_nothing_changes(void)
{
  g_autoptr(CspStore) store = store_with(&ascending_class, NULL, 10);

  CU_ASSERT(csp_store_propagate(store));
  for (CspVar x = 0; x < 10; x++)
    CU_ASSERT(csp_store_is_fixed(store, x) && csp_store_value(store, x) == x);
}

static void
fails_with_too_few_values(void)
{
  g_autoptr(CspStore) store = store_with(&ascending_class, NULL, 11);

  CU_ASSERT(!csp_store_propagate(store));
}

static void
an_older_class_has_no_later_members(void)
{
  CspConstraintClass old = ascending_class;
  old.size = offsetof(CspConstraintClass, propagate);
  g_autoptr(CspStore) store = store_with(&old, NULL, 11);

  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_size(store, 0), 10);
}

static const CspTest tests[] = {
    {"is tested when one variable is left",
     is_tested_when_one_variable_is_left},
    {"is propagated until nothing changes",
     is_propagated_until_nothing_changes},
    {"fails with too few values", fails_with_too_few_values},
    {"an older class has no later members",
     an_older_class_has_no_later_members},
    {"agrees with the oracle by its meaning", agrees_by_meaning},
    {"agrees with the oracle by its propagator", agrees_by_propagator},
    {"agrees with the oracle when failure goes unsaid",
     agrees_when_failure_goes_unsaid},
};

CSP_TEST_MAIN("user", tests)
