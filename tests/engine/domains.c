/* SPDX-License-Identifier: MIT */
/* Domains of every kind against a plain array of flags: random changes, levels
 * and undoing. */
#include "config.h"

#include <string.h>

#include "base/random.h"
#include "engine/store.h"
#include "tests/csp-test.h"

enum { SPAN = 3000, LEVELS = 12 };

/* What the domain should be: has[v - origin]. */
typedef struct {
  int64_t origin;
  uint8_t has[SPAN];
} Model;

static int64_t
model_min(const Model *model)
{
  for (int i = 0; i < SPAN; i++)
    if (model->has[i])
      return model->origin + i;
  return INT64_MAX;
}

static int64_t
model_max(const Model *model)
{
  for (int i = SPAN - 1; i >= 0; i--)
    if (model->has[i])
      return model->origin + i;
  return INT64_MIN;
}

static void
compare(const CspStore *store, CspVar x, const Model *model)
{
  uint32_t size = 0;
  int64_t next = INT64_MIN, last = INT64_MAX;

  for (int i = 0; i < SPAN; i++) {
    int64_t v = model->origin + i;
    if ((csp_store_has(store, x, v) != 0) != model->has[i])
      CU_FAIL_FATAL("membership differs");
    if (!model->has[i])
      continue;
    size++;
    next = csp_store_next(store, x, next);
    if (next != v)
      CU_FAIL_FATAL("ascending order differs");
  }
  for (int i = -70; i < SPAN + 70; i += 37) {
    uint64_t window = 0;
    for (int k = MAX(i, 0); k < MIN(i + 64, SPAN); k++)
      window |= (uint64_t)model->has[k] << (k - i);
    if (csp_store_window(store, x, model->origin + i) != window)
      CU_FAIL_FATAL("a window differs");
  }
  for (int i = SPAN - 1; i >= 0; i--)
    if (model->has[i]) {
      last = csp_store_previous(store, x, last);
      if (last != model->origin + i)
        CU_FAIL_FATAL("descending order differs");
    }
  CU_ASSERT_EQUAL(csp_store_size(store, x), size);
  CU_ASSERT_EQUAL(csp_store_min(store, x), model_min(model));
  CU_ASSERT_EQUAL(csp_store_max(store, x), model_max(model));
  CU_ASSERT_EQUAL(csp_store_is_fixed(store, x), size == 1);
}

/* One random change; false when it emptied the domain. */
static bool
change(CspStore *store, CspVar x, Model *model, CspRandom *random)
{
  int64_t min = model_min(model), max = model_max(model);
  int64_t v = min - 3 + csp_random_below(random, (uint64_t)(max - min + 7));
  uint32_t what = csp_random_below(random, 20);
  bool ok;

  if (what == 0)
    v = min + csp_random_below(random, (uint64_t)(max - min + 4) / 4);
  for (int i = 0; i < SPAN; i++) {
    int64_t w = model->origin + i;
    if ((what == 0 && w < v) || (what == 1 && w > max - (v - min) / 8) ||
        (what == 2 && w != v) || (what > 2 && w == v))
      model->has[i] = false;
  }
  if (what == 0)
    ok = csp_store_set_min(store, x, v, 0);
  else if (what == 1)
    ok = csp_store_set_max(store, x, max - (v - min) / 8, 0);
  else if (what == 2)
    ok = csp_store_fix(store, x, v, 0);
  else
    ok = csp_store_remove(store, x, v, 0);
  CU_ASSERT_EQUAL(ok, model_min(model) != INT64_MAX);
  return ok;
}

static void
walk(CspStore *store, CspVar x, Model *start, uint64_t seed)
{
  static Model levels[LEVELS + 1];
  CspRandom random;
  int depth = 0;

  csp_random_seed(&random, seed);
  levels[0] = *start;
  compare(store, x, &levels[0]);
  for (int step = 0; step < 400; step++) {
    if (depth < LEVELS && csp_random_below(&random, 3) == 0) {
      csp_store_push(store);
      levels[depth + 1] = levels[depth];
      depth++;
    }
    if (depth > 0 && csp_random_below(&random, 4) == 0) {
      csp_store_pop(store);
      depth--;
      compare(store, x, &levels[depth]);
      continue;
    }
    if (depth == 0)
      continue;
    if (!change(store, x, &levels[depth], &random)) {
      csp_store_pop(store);
      depth--;
    }
    compare(store, x, &levels[depth]);
  }
  while (depth-- > 0)
    csp_store_pop(store);
  compare(store, x, start);
}

static void
follow_the_model_over(int32_t min, int32_t max)
{
  for (uint64_t seed = 1; seed <= 20; seed++) {
    g_autoptr(CspStore) store = csp_store_new();
    CspVar x = csp_store_add_var(store, min, max);
    Model model = {.origin = min - 5};
    memset(model.has + 5, 1, (size_t)(max - min + 1));
    walk(store, x, &model, seed);
  }
}

static void
words_follow_the_model(void)
{
  follow_the_model_over(-7, 30);
  follow_the_model_over(0, 63);
}

static void
wide_domains_follow_the_model(void)
{
  follow_the_model_over(-100, 900);
}

static void
values_follow_the_model(void)
{
  for (uint64_t seed = 1; seed <= 20; seed++) {
    g_autoptr(CspStore) store = csp_store_new();
    Model model = {.origin = -1000};
    int32_t values[200];
    CspRandom random;
    uint32_t n = 0;
    csp_random_seed(&random, seed);
    for (int i = 3; i < SPAN - 3 && n < 200;
         i += 1 + csp_random_below(&random, 20)) {
      model.has[i] = true;
      values[n++] = (int32_t)model.origin + i;
    }
    walk(store, csp_store_add_var_values(store, values, n), &model, seed);
  }
}

/* The same steps on an interval too wide for bits, near its lower end. */
static void
intervals_keep_holes(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar x = csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX);
  int64_t min = CSP_VALUE_MIN;

  CU_ASSERT_EQUAL(csp_store_size(store, x), 2147483649u);
  csp_store_push(store);
  for (int i = 1; i < 50; i += 2)
    CU_ASSERT(csp_store_remove(store, x, min + i, 0));
  CU_ASSERT_EQUAL(csp_store_size(store, x), 2147483649u - 25);
  csp_store_push(store);
  CU_ASSERT(csp_store_set_min(store, x, min + 11, 0));
  CU_ASSERT_EQUAL(csp_store_min(store, x), min + 12);
  CU_ASSERT_EQUAL(csp_store_next(store, x, min + 12), min + 14);
  CU_ASSERT_EQUAL(csp_store_previous(store, x, min + 14), min + 12);
  CU_ASSERT(csp_store_set_max(store, x, min + 49, 0));
  CU_ASSERT_EQUAL(csp_store_max(store, x), min + 48);
  CU_ASSERT_EQUAL(csp_store_size(store, x), 19);
  csp_store_pop(store);
  CU_ASSERT_EQUAL(csp_store_size(store, x), 2147483649u - 25);
  CU_ASSERT(!csp_store_has(store, x, min + 1));
  csp_store_pop(store);
  CU_ASSERT(csp_store_has(store, x, min + 1));
  CU_ASSERT_EQUAL(csp_store_size(store, x), 2147483649u);
}

static void
lists_may_span_the_whole_range(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  static const int32_t values[] = {CSP_VALUE_MIN, -5, 0, 70000, CSP_VALUE_MAX};
  CspVar x = csp_store_add_var_values(store, values, 5);

  CU_ASSERT_EQUAL(csp_store_size(store, x), 5);
  CU_ASSERT(!csp_store_has(store, x, 1));
  csp_store_push(store);
  CU_ASSERT(csp_store_set_min(store, x, -4, 0));
  CU_ASSERT_EQUAL(csp_store_min(store, x), 0);
  CU_ASSERT(csp_store_remove(store, x, 70000, 0));
  CU_ASSERT_EQUAL(csp_store_size(store, x), 2);
  CU_ASSERT(csp_store_set_max(store, x, 99999, 0));
  CU_ASSERT(csp_store_is_fixed(store, x));
  CU_ASSERT(!csp_store_fix(store, x, 1, 0));
  csp_store_pop(store);
  CU_ASSERT_EQUAL(csp_store_size(store, x), 5);
}

static void
saved_words_come_back(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  uint64_t word = 1;
  uint32_t half[2] = {1, 2};

  csp_store_push(store);
  csp_store_save(store, &word);
  word = 5;
  csp_store_save32(store, &half[1]);
  half[1] = 6;
  csp_store_push(store);
  csp_store_save(store, &word);
  word = 7;
  csp_store_pop(store);
  CU_ASSERT_EQUAL(word, 5);
  csp_store_pop(store);
  CU_ASSERT_EQUAL(word, 1);
  CU_ASSERT_EQUAL(half[0], 1);
  CU_ASSERT_EQUAL(half[1], 2);
}

static const CspTest tests[] = {
    {"words follow the model", words_follow_the_model},
    {"wide domains follow the model", wide_domains_follow_the_model},
    {"lists of values follow the model", values_follow_the_model},
    {"intervals keep holes", intervals_keep_holes},
    {"lists may span the whole range", lists_may_span_the_whole_range},
    {"saved words come back", saved_words_come_back},
};

CSP_TEST_MAIN("engine/domains", tests)
