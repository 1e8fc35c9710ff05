/* SPDX-License-Identifier: MIT */
/* All solutions are found once, by trying every assignment of the domains as
 * they are when the record is posted; every check is then a question to that
 * list.
 *
 * Explanations speak of facts, and a fact about a helper variable of a
 * decomposition is no question to that list: such a fact is replaced by its own
 * explanation until only variables of the record are left. */
#include "config.h"

#include <stdio.h>

#include "base/sorted.h"
#include "model/term.h"
#include "oracle.h"

enum { N_STEPS = 40, MAX_ASSIGNMENTS = 1 << 18, MAX_DEPTH = 8 };

/* Rows of values, one a variable of the scope. */
typedef struct {
  int32_t *values;
  size_t n_rows;
} Rows;

struct _CspOracle {
  CspStore *store;
  uint64_t seed;
  CspRandom random;
  uint32_t n_exprs;
  CspOracleConsistentFunc is_consistent;

  const CspFamily *family;
  const CspConstraint *con;
  CspOracleClaim claim;
  uint32_t n_vars; /* of the model: helpers follow */
  CspVar *scope;   /* each variable once */
  uint32_t n_scope;
  Rows solutions;
  Rows hull; /* solutions over all integers within bounds, if claimed */
  bool has_hull;
  int32_t *values; /* of the model's variables, for the meaning */
  CspScratch scratch;
  GArray *snapshots;   /* GArray of int64_t, a level */
  GHashTable *trailed; /* addresses, as saved: bit 0 marks half a word */
  GArray *words;       /* GHashTable of address to value, a level */
};

static void
free_element(gpointer element)
{
  g_array_unref(*(GArray **)element);
}

static void
free_table(gpointer element)
{
  g_hash_table_unref(*(GHashTable **)element);
}

CspOracle *
csp_oracle_new(uint64_t seed)
{
  CspOracle *oracle = g_new0(CspOracle, 1);

  oracle->store = csp_store_new();
  oracle->seed = seed;
  csp_random_seed(&oracle->random, seed);
  oracle->snapshots = g_array_new(FALSE, FALSE, sizeof(GArray *));
  g_array_set_clear_func(oracle->snapshots, free_element);
  oracle->words = g_array_new(FALSE, FALSE, sizeof(GHashTable *));
  g_array_set_clear_func(oracle->words, free_table);
  oracle->trailed = g_hash_table_new(NULL, NULL);
  return oracle;
}

void
csp_oracle_free(CspOracle *oracle)
{
  csp_store_free(oracle->store);
  g_array_unref(oracle->snapshots);
  g_array_unref(oracle->words);
  g_hash_table_unref(oracle->trailed);
  g_free(oracle->scope);
  g_free(oracle->solutions.values);
  g_free(oracle->hull.values);
  g_free(oracle->values);
  csp_scratch_clear(&oracle->scratch);
  g_free(oracle);
}

const CspStore *
csp_oracle_get_store(CspOracle *oracle)
{
  return oracle->store;
}

int32_t
csp_oracle_int(CspOracle *oracle, int32_t min, int32_t max)
{
  return min + (int32_t)csp_random_below(&oracle->random,
                                         (uint64_t)((int64_t)max - min) + 1);
}

void
csp_oracle_set_n_exprs(CspOracle *oracle, uint32_t n_exprs)
{
  oracle->n_exprs = n_exprs;
}

void
csp_oracle_set_claim_func(CspOracle *oracle, CspOracleConsistentFunc func)
{
  oracle->is_consistent = func;
}

/* Variables. --------------------------------------------------------------- */

static uint32_t
draw(CspOracle *oracle, uint32_t n)
{
  return csp_random_below(&oracle->random, n);
}

CspVar
csp_oracle_add_var(CspOracle *oracle, int32_t min, int32_t max)
{
  return csp_store_add_var(oracle->store, min, max);
}

int32_t
csp_oracle_add_term(CspOracle *oracle,
                    CspVar *vars,
                    uint32_t *n_vars,
                    uint32_t limit,
                    int32_t max)
{
  if (*n_vars >= limit || csp_oracle_int(oracle, 0, 3) > 0)
    return csp_oracle_int(oracle, 0, max);
  vars[*n_vars] = csp_oracle_int(oracle, 0, 9) == 0
                      ? vars[0]
                      : csp_oracle_add_random_var(oracle, 4);
  return csp_term_of_position((*n_vars)++);
}

/* A list of values, of which the first or last may be far away. */
static CspVar
add_listed_var(CspOracle *oracle, uint32_t n)
{
  g_autofree int32_t *values = g_new(int32_t, n + 1);
  static const int32_t far[] = {-70, 90, -1000000, 1000000};
  uint32_t n_values = 0;

  for (int32_t v = csp_oracle_int(oracle, -5, 1); n_values < n; v++)
    if (draw(oracle, 3) > 0)
      values[n_values++] = v;
  if (draw(oracle, 2) == 0)
    values[n_values - 1] = far[draw(oracle, G_N_ELEMENTS(far))];
  csp_sort_ints(values, n_values);
  return csp_store_add_var_values(oracle->store, values, n_values);
}

/* A wide interval of which a few values near 0 are left. */
static CspVar
add_narrowed_var(CspOracle *oracle, int32_t min, int32_t max, int32_t width)
{
  CspStore *store = oracle->store;
  CspVar x = csp_store_add_var(store, -width - csp_oracle_int(oracle, 0, 9),
                               width + csp_oracle_int(oracle, 0, 9));
  bool is_open = csp_store_set_min(store, x, min, CSP_NO_HINT) &&
                 csp_store_set_max(store, x, max, CSP_NO_HINT);

  for (int32_t v = min + 1; v < max; v++)
    if (draw(oracle, 5) == 0)
      is_open = is_open && csp_store_remove(store, x, v, CSP_NO_HINT);
  g_assert(is_open);
  return x;
}

CspVar
csp_oracle_add_random_var(CspOracle *oracle, uint32_t max_size)
{
  uint32_t size = 1 + draw(oracle, max_size);
  int32_t min = csp_oracle_int(oracle, -4, 2);
  int32_t max = min + (int32_t)size - 1;

  switch (draw(oracle, 6)) {
  case 0:
    return add_narrowed_var(oracle, min, max, 100);
  case 1:
    return add_narrowed_var(oracle, min, max, 100000000);
  case 2:
    return add_listed_var(oracle, size);
  default:
    return csp_store_add_var(oracle->store, min, max);
  }
}

/* Brute force. ------------------------------------------------------------- */

static void
find_scope(CspOracle *oracle)
{
  oracle->scope = g_new(CspVar, oracle->con->n_vars);
  for (uint32_t i = 0; i < oracle->con->n_vars; i++) {
    CspVar x = csp_constraint_var(oracle->con, i);
    bool is_new = true;
    for (uint32_t j = 0; j < oracle->n_scope; j++)
      is_new = is_new && oracle->scope[j] != x;
    if (is_new)
      oracle->scope[oracle->n_scope++] = x;
  }
}

static int64_t
next_value(const CspOracle *oracle, CspVar x, int64_t value, bool in_hull)
{
  if (!in_hull)
    return csp_store_next(oracle->store, x, value);
  return value < csp_store_max(oracle->store, x) ? value + 1 : INT64_MAX;
}

/* False: too many assignments. */
static bool
find_solutions(CspOracle *oracle, bool in_hull, Rows *rows)
{
  const CspStore *store = oracle->store;
  int64_t n_assignments = 1;
  size_t capacity = 0;

  for (uint32_t i = 0; i < oracle->n_scope; i++) {
    CspVar x = oracle->scope[i];
    n_assignments *= in_hull
                         ? csp_store_max(store, x) - csp_store_min(store, x) + 1
                         : csp_store_size(store, x);
    if (n_assignments > MAX_ASSIGNMENTS)
      return false;
    oracle->values[x] = (int32_t)csp_store_min(store, x);
  }
  for (int64_t n = 0; n < n_assignments; n++) {
    if (oracle->family->holds(oracle->con, oracle->values, &oracle->scratch)) {
      if (rows->n_rows == capacity) {
        capacity = 2 * capacity + 16;
        rows->values =
            g_renew(int32_t, rows->values, capacity * oracle->n_scope);
      }
      int32_t *row = &rows->values[rows->n_rows++ * oracle->n_scope];
      for (uint32_t i = 0; i < oracle->n_scope; i++)
        row[i] = oracle->values[oracle->scope[i]];
    }
    for (uint32_t i = 0; i < oracle->n_scope; i++) {
      CspVar x = oracle->scope[i];
      int64_t next = next_value(oracle, x, oracle->values[x], in_hull);
      oracle->values[x] =
          (int32_t)(next == INT64_MAX ? csp_store_min(store, x) : next);
      if (next != INT64_MAX)
        break;
    }
  }
  return true;
}

static bool
row_is_in_domains(const CspOracle *oracle, const int32_t *row)
{
  for (uint32_t i = 0; i < oracle->n_scope; i++)
    if (!csp_store_has(oracle->store, oracle->scope[i], row[i]))
      return false;
  return true;
}

static bool
row_is_in_bounds(const CspOracle *oracle, const int32_t *row)
{
  for (uint32_t i = 0; i < oracle->n_scope; i++)
    if (row[i] < csp_store_min(oracle->store, oracle->scope[i]) ||
        row[i] > csp_store_max(oracle->store, oracle->scope[i]))
      return false;
  return true;
}

static size_t
count_solutions(const CspOracle *oracle)
{
  size_t count = 0;

  for (size_t r = 0; r < oracle->solutions.n_rows; r++)
    count += row_is_in_domains(oracle,
                               &oracle->solutions.values[r * oracle->n_scope]);
  return count;
}

/* Saying what is wrong. ---------------------------------------------------- */

G_GNUC_PRINTF(2, 3)
static bool
disagree(const CspOracle *oracle, const char *format, ...)
{
  const CspConstraint *con = oracle->con;
  g_autofree char *what = NULL;
  va_list args;

  va_start(args, format);
  what = g_strdup_vprintf(format, args);
  va_end(args);
  printf("# %s, seed %" G_GUINT64_FORMAT ": %s\n# relation %d, constant "
         "%" G_GINT64_FORMAT ", scope",
         oracle->family->name, oracle->seed, what, con->relation,
         con->constant);
  for (uint32_t i = 0; i < con->n_vars; i++)
    printf(" %u", csp_constraint_var(con, i));
  printf(", integers");
  for (size_t i = 0; i < con->n_ints && i < 100; i++)
    printf(" %d", con->ints[i]);
  for (uint32_t i = 0; i < oracle->n_scope; i++) {
    printf("\n# %u:", oracle->scope[i]);
    CSP_STORE_FOREACH_VALUE(oracle->store, oracle->scope[i], v)
    printf(" %" G_GINT64_FORMAT, v);
  }
  printf("\n");
  return false;
}

/* Consistency. ------------------------------------------------------------- */

static bool
has_support(const CspOracle *oracle, uint32_t i, int64_t value, bool in_hull)
{
  const Rows *rows = in_hull ? &oracle->hull : &oracle->solutions;

  for (size_t r = 0; r < rows->n_rows; r++) {
    const int32_t *row = &rows->values[r * oracle->n_scope];
    if (row[i] == value && (in_hull ? row_is_in_bounds(oracle, row)
                                    : row_is_in_domains(oracle, row)))
      return true;
  }
  return false;
}

static bool
check_claim(CspOracle *oracle)
{
  CspStore *store = oracle->store;
  bool in_hull = oracle->claim == CSP_ORACLE_BOUNDS_Z;

  if (oracle->is_consistent != NULL &&
      !oracle->is_consistent(store, oracle->con))
    return disagree(oracle, "the test's own claim is not reached");
  if (oracle->claim == CSP_ORACLE_SOUND || (in_hull && !oracle->has_hull))
    return true;
  for (uint32_t i = 0; i < oracle->n_scope; i++) {
    CspVar x = oracle->scope[i];
    CSP_STORE_FOREACH_VALUE(store, x, v)
    {
      bool is_bound =
          v == csp_store_min(store, x) || v == csp_store_max(store, x);
      if ((is_bound || oracle->claim == CSP_ORACLE_DOMAIN) &&
          !has_support(oracle, i, v, in_hull))
        return disagree(oracle, "%u = %" G_GINT64_FORMAT " has no support", x,
                        v);
    }
  }
  return true;
}

/* With everyone entailed each assignment left must be a solution. */
static bool
check_entailment(CspOracle *oracle)
{
  CspStore *store = oracle->store;
  size_t n_assignments = 1;

  for (uint32_t id = 1; id < store->n_props; id++)
    if (!csp_store_is_entailed(store, id))
      return true;
  for (uint32_t i = 0; i < oracle->n_scope; i++)
    n_assignments *= csp_store_size(store, oracle->scope[i]);
  if (count_solutions(oracle) != n_assignments)
    return disagree(oracle, "entailed, but not every assignment satisfies it");
  return true;
}

static bool
all_are_fixed(const CspOracle *oracle)
{
  for (uint32_t i = 0; i < oracle->n_scope; i++)
    if (!csp_store_is_fixed(oracle->store, oracle->scope[i]))
      return false;
  return true;
}

static bool
check_fixpoint(CspOracle *oracle)
{
  CspStore *store = oracle->store;
  uint32_t n_events = store->n_events;

  for (uint32_t id = 1; id < store->n_props; id++)
    csp_store_schedule(store, store->props[id]);
  if (!csp_store_propagate(store))
    return disagree(oracle, "propagating again fails");
  if (store->n_events != n_events)
    return disagree(oracle, "propagating again changes %u",
                    store->events[n_events].var);
  return true;
}

/* Explanations. ------------------------------------------------------------ */

static const char *
fact_text(CspFact fact)
{
  static const char *const ops[] = {">=", "<=", "=", "!="};
  static char text[64];

  g_snprintf(text, sizeof text, "[%u %s %d]", fact.var, ops[fact.op],
             fact.value);
  return text;
}

static bool
check_facts_before(CspOracle *oracle, const CspReason *reason, uint32_t before)
{
  for (size_t i = 0; i < reason->n_facts; i++)
    if (!csp_store_fact_before(oracle->store, reason->facts[i], before))
      return disagree(oracle, "an explanation has %s, not true before event %u",
                      fact_text(reason->facts[i]), before);
  return true;
}

/* The event that made a fact true that is true before `before`, or
 * CSP_NO_EVENT: it was true from the start. */
static uint32_t
find_event(CspStore *store, CspFact fact, uint32_t before)
{
  uint32_t event = store->last_event[fact.var];

  while (event != CSP_NO_EVENT &&
         (event >= before || csp_store_fact_before(store, fact, event)))
    event = store->events[event].prev;
  return event;
}

/* Has this fact not been followed to this event before?  Reasons meet again, and
 * following each way would take exponential time. */
static bool
is_new_fact(GHashTable *followed, uint32_t event, CspFact fact)
{
  int64_t key = (int64_t)event << 32 | (uint32_t)fact.value << 2 | fact.op;

  return g_hash_table_add(followed, g_memdup2(&key, sizeof key));
}

/* Replaces facts about helpers by their reasons.  Each lies before the event it
 * explains, so this ends. */
static bool
resolve_helpers(CspOracle *oracle, CspReason *reason, uint32_t before)
{
  CspReason open = *reason;
  g_autoptr(GArray) limits = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  g_autoptr(GHashTable) followed =
      g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  bool is_right = true;

  *reason = (CspReason){0};
  for (size_t i = 0; i < open.n_facts && is_right; i++) {
    CspFact fact = open.facts[i];
    if (limits->len <= i)
      g_array_append_val(limits, before);
    if (fact.var < oracle->n_vars) {
      csp_reason_add(reason, fact);
      continue;
    }
    uint32_t event =
        find_event(oracle->store, fact, g_array_index(limits, uint32_t, i));
    if (event == CSP_NO_EVENT || !is_new_fact(followed, event, fact))
      continue;
    CspReason why = {0};
    csp_store_explain(oracle->store, event, fact, &why);
    is_right = check_facts_before(oracle, &why, event);
    while (limits->len < open.n_facts)
      g_array_append_val(limits, before);
    for (size_t j = 0; j < why.n_facts; j++) {
      csp_reason_add(&open, why.facts[j]);
      g_array_append_val(limits, event);
    }
    csp_reason_clear(&why);
  }
  csp_reason_clear(&open);
  return is_right;
}

static uint32_t
position_in_scope(const CspOracle *oracle, CspVar x)
{
  uint32_t i = 0;

  while (i < oracle->n_scope && oracle->scope[i] != x)
    i++;
  return i;
}

/* Do the facts, with the constraint, imply the conclusion; NULL: falsity? */
static bool
is_implied(const CspOracle *oracle,
           const CspReason *reason,
           const CspFact *conclusion)
{
  uint32_t n = oracle->n_scope;

  for (size_t r = 0; r < oracle->solutions.n_rows; r++) {
    const int32_t *row = &oracle->solutions.values[r * n];
    bool all_hold = true;
    for (size_t i = 0; i < reason->n_facts && all_hold; i++) {
      uint32_t at = position_in_scope(oracle, reason->facts[i].var);
      all_hold = at == n || csp_fact_holds(reason->facts[i], row[at]);
    }
    if (all_hold &&
        (conclusion == NULL ||
         !csp_fact_holds(*conclusion,
                         row[position_in_scope(oracle, conclusion->var)])))
      return false;
  }
  return true;
}

static bool
check_explanation(CspOracle *oracle, uint32_t event, CspFact fact)
{
  CspReason reason = {0};
  bool is_right;

  csp_store_explain(oracle->store, event, fact, &reason);
  is_right = check_facts_before(oracle, &reason, event) &&
             resolve_helpers(oracle, &reason, event);
  if (is_right && !is_implied(oracle, &reason, &fact)) {
    is_right = disagree(oracle, "event %u: %s does not follow from", event,
                        fact_text(fact));
    for (size_t i = 0; i < reason.n_facts; i++)
      printf("# %s\n", fact_text(reason.facts[i]));
  }
  csp_reason_clear(&reason);
  return is_right;
}

/* Every fact that the event made true is asked for. */
static bool
check_event(CspOracle *oracle, uint32_t event)
{
  CspStore *store = oracle->store;
  const CspEvent *e = &store->events[event];
  uint32_t i = position_in_scope(oracle, e->var);

  if (e->prop == 0 || i == oracle->n_scope)
    return true;
  for (size_t r = 0; r <= oracle->solutions.n_rows; r++) {
    /* the values of solutions, and where the domain now ends */
    int32_t value = r < oracle->solutions.n_rows
                        ? oracle->solutions.values[r * oracle->n_scope + i]
                        : (int32_t)csp_store_min(store, e->var);
    for (int op = CSP_FACT_GE; op <= CSP_FACT_NE; op++)
      for (int32_t v = value - 1; v <= value + 1; v++) {
        CspFact fact = csp_fact(e->var, (CspFactOp)op, v);
        if (csp_store_fact_before(store, fact, event + 1) &&
            !csp_store_fact_before(store, fact, event) &&
            !check_explanation(oracle, event, fact))
          return false;
      }
  }
  return true;
}

static bool
check_events(CspOracle *oracle, uint32_t first)
{
  for (uint32_t event = first; event < oracle->store->n_events; event++)
    if (!check_event(oracle, event))
      return false;
  /* older ones too, for a reason may be asked for late */
  return first == 0 || check_event(oracle, draw(oracle, first));
}

static bool
check_failure(CspOracle *oracle)
{
  CspStore *store = oracle->store;
  CspReason reason = {0};
  bool is_right;

  csp_store_explain_failure(store, &reason);
  is_right = check_facts_before(oracle, &reason, store->n_events) &&
             resolve_helpers(oracle, &reason, store->n_events);
  if (is_right && !is_implied(oracle, &reason, NULL))
    is_right = disagree(oracle, "the failure does not follow from its reason");
  csp_reason_clear(&reason);
  return is_right;
}

/* Levels. ------------------------------------------------------------------ */

static uint64_t
read_word(uintptr_t tagged)
{
  if ((tagged & 1) != 0)
    return *(uint32_t *)(tagged - 1);
  return *(uint64_t *)tagged;
}

static GArray *
take_snapshot(const CspStore *store)
{
  GArray *snapshot = g_array_new(FALSE, FALSE, sizeof(int64_t));

  for (CspVar x = 0; x < store->n_vars; x++) {
    int64_t bounds[] = {csp_store_min(store, x), csp_store_max(store, x),
                        csp_store_size(store, x)};
    g_array_append_vals(snapshot, bounds, G_N_ELEMENTS(bounds));
    if (bounds[2] <= 1000)
      CSP_STORE_FOREACH_VALUE(store, x, v)
    g_array_append_val(snapshot, v);
  }
  return snapshot;
}

static void
note_trailed(CspOracle *oracle)
{
  for (uint32_t i = 0; i < oracle->store->n_saved; i++)
    g_hash_table_add(oracle->trailed, oracle->store->saved[i].address);
}

static void
push(CspOracle *oracle)
{
  GArray *snapshot = take_snapshot(oracle->store);
  GHashTable *words = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer address;

  note_trailed(oracle);
  g_hash_table_iter_init(&iter, oracle->trailed);
  while (g_hash_table_iter_next(&iter, &address, NULL)) {
    uint64_t *word = g_new(uint64_t, 1);
    *word = read_word((uintptr_t)address);
    g_hash_table_insert(words, address, word);
  }
  g_array_append_val(oracle->snapshots, snapshot);
  g_array_append_val(oracle->words, words);
  csp_store_push(oracle->store);
}

static bool
pop(CspOracle *oracle)
{
  uint32_t level = oracle->snapshots->len - 1;
  GArray *before = g_array_index(oracle->snapshots, GArray *, level);
  GHashTable *words = g_array_index(oracle->words, GHashTable *, level);
  g_autoptr(GArray) now = NULL;
  GHashTableIter iter;
  gpointer address, word;
  bool is_same;

  note_trailed(oracle);
  csp_store_pop(oracle->store);
  now = take_snapshot(oracle->store);
  is_same = now->len == before->len &&
            memcmp(now->data, before->data, now->len * sizeof(int64_t)) == 0;
  if (!is_same)
    disagree(oracle, "after a pop a domain is not what it was");
  g_hash_table_iter_init(&iter, words);
  while (is_same && g_hash_table_iter_next(&iter, &address, &word))
    if (read_word((uintptr_t)address) != *(uint64_t *)word)
      is_same =
          disagree(oracle, "after a pop a trailed word is not what it was");
  g_array_set_size(oracle->snapshots, level);
  g_array_set_size(oracle->words, level);
  return is_same;
}

/* The walk. ---------------------------------------------------------------- */

/* Leaves at least one value. */
static void
prune(CspOracle *oracle)
{
  CspStore *store = oracle->store;
  CspVar x = oracle->scope[draw(oracle, oracle->n_scope)];
  int64_t value = csp_store_min(store, x);
  bool is_open = true;

  if (csp_store_is_fixed(store, x))
    return;
  for (uint32_t n = draw(oracle, csp_store_size(store, x)); n > 0; n--)
    value = csp_store_next(store, x, value);
  switch (draw(oracle, 4)) {
  case 0:
    is_open = csp_store_fix(store, x, value, CSP_NO_HINT);
    break;
  case 1:
    is_open = csp_store_set_min(store, x, value, CSP_NO_HINT);
    break;
  case 2:
    is_open = csp_store_set_max(store, x, value, CSP_NO_HINT);
    break;
  default:
    is_open = csp_store_remove(store, x, value, CSP_NO_HINT);
    break;
  }
  g_assert(is_open);
}

/* Propagates and checks; out_failed: there is nothing left. */
static bool
propagate(CspOracle *oracle, bool *out_failed)
{
  CspStore *store = oracle->store;
  size_t n_solutions = count_solutions(oracle);
  uint32_t first = store->n_events;

  *out_failed = !csp_store_propagate(store);
  if (*out_failed) {
    if (n_solutions > 0)
      return disagree(oracle, "fails where there are %zu solutions",
                      n_solutions);
    return check_events(oracle, first) && check_failure(oracle);
  }
  if (count_solutions(oracle) != n_solutions)
    return disagree(oracle, "loses solutions");
  if (n_solutions == 0 && all_are_fixed(oracle))
    return disagree(oracle, "accepts what the meaning refuses");
  return check_entailment(oracle) && check_events(oracle, first) &&
         check_claim(oracle) && check_fixpoint(oracle);
}

static bool
walk(CspOracle *oracle)
{
  bool has_failed;

  if (!propagate(oracle, &has_failed))
    return false;
  for (int step = 0; step < N_STEPS; step++) {
    uint32_t depth = oracle->snapshots->len;
    if (has_failed && depth == 0)
      return true;
    if (has_failed || depth == MAX_DEPTH ||
        (depth > 0 && draw(oracle, 3) == 0)) {
      for (uint32_t n = 1 + draw(oracle, depth); n > 0; n--)
        if (!pop(oracle))
          return false;
      has_failed = false;
      /* not always: running again may repair what was not put back */
      if (draw(oracle, 2) == 0 && !check_fixpoint(oracle))
        return false;
    } else if (draw(oracle, 8) > 0) {
      push(oracle);
    }
    for (uint32_t n = 1 + draw(oracle, 3); n > 0; n--)
      prune(oracle);
    if (!propagate(oracle, &has_failed))
      return false;
  }
  return true;
}

bool
csp_oracle_agrees(CspOracle *oracle,
                  const CspFamily *family,
                  const CspConstraint *con,
                  CspStrength strength,
                  CspOracleClaim claim)
{
  CspStore *store = oracle->store;
  g_autofree CspVar *expr_vars = g_new(CspVar, oracle->n_exprs + 1);
  CspPoster poster = {.store = store, .expr_vars = expr_vars};

  for (uint32_t i = 0; i < oracle->n_exprs; i++)
    expr_vars[i] = CSP_NONE;
  oracle->family = family;
  oracle->con = con;
  oracle->claim = claim;
  oracle->n_vars = store->n_vars;
  oracle->values = g_new0(int32_t, oracle->n_vars);
  find_scope(oracle);
  if (draw(oracle, 2) == 0)
    prune(oracle);
  if (!find_solutions(oracle, false, &oracle->solutions))
    g_error("oracle: too many assignments");
  if (claim == CSP_ORACLE_BOUNDS_Z)
    oracle->has_hull = find_solutions(oracle, true, &oracle->hull);

  if (!family->post(&poster, con, strength))
    return oracle->solutions.n_rows == 0 ||
           disagree(oracle, "cannot be posted where there are solutions");
  if (count_solutions(oracle) != oracle->solutions.n_rows)
    return disagree(oracle, "loses solutions when posted");
  for (uint32_t n = draw(oracle, 3); n > 0; n--)
    prune(oracle);
  return walk(oracle);
}
