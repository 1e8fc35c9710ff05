/* SPDX-License-Identifier: MIT */
/* Choosing definitions.
 *
 * Results come first: y = e, counts, elements.  An equation x = y + c or a sum
 * can be solved for several of its variables; best is one that few equations
 * hold, for the others then stay free to define more; then one that stands alone
 * on its side, as a total does; then one with many values.  An equation like
 * x + y + z = 10 over like variables has no such variable: it is solved only if
 * a variable's domain is not much smaller than what the function may become,
 * for else the equation itself is the better guide.
 *
 * A definition is taken when its inputs are all known, searched or defined
 * before (Kahn 1962).  Where none is left like that there is a cycle: one of
 * them is dropped, its variable searched.  The time is linear in the records.
 *
 * An output must stay within the range of values.  It must even stay within its
 * domain where others count on that: in a program's own constraints, and in sums
 * that could overflow. */
#include "config.h"

#include <string.h>

#include "constraints/family.h"
#include "local/domain-invariant.h"
#include "search/definition-choice.h"

/* Sums with larger weights are not shown values from outside the domains: these
 * are below 2^30 and sums must be below 2^62. */
static const int64_t MAX_WEIGHT = INT64_C(1) << 31;

enum { MAX_WALK = 1000 }; /* steps in search of a cycle */

typedef struct {
  uint32_t record, output;
  CspVar var;
  bool is_dropped, is_known;
  uint32_t n_missing; /* positions of inputs not known */
  uint32_t walk;      /* the last that came here */
  int64_t min, max;
} Candidate;

struct _CspDefinitionChoice {
  const CspModel *model;
  const CspConstraint *cons;
  size_t n_cons;
  uint32_t n_vars;
  uint64_t *is_barred; /* have one value */
  uint64_t *is_strict; /* must stay within their domains */
  GArray *candidates;
  uint32_t *candidate_of; /* of a variable; CSP_NONE: none */
  const CspLocalDomains *domains;
  /* From variables to be defined to the candidates they are inputs of. */
  uint64_t *starts;
  uint32_t *links;
  GQueue ready;
  uint32_t n_walks;
};

static bool
get_bit(const uint64_t *bits, uint32_t i)
{
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static void
set_bit(uint64_t *bits, uint32_t i)
{
  bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static Candidate *
candidate_at(const CspDefinitionChoice *self, uint32_t i)
{
  return &g_array_index(self->candidates, Candidate, i);
}

static const CspDefinitionClass *
class_of(const CspConstraint *con)
{
  return csp_family_of(con)->definition;
}

/* What may not be chosen -------------------------------------------------- */

static bool
is_large_sum(const CspConstraint *con)
{
  int64_t weight = 0;

  if (con->kind != CSP_CON_LINEAR && con->kind != CSP_CON_REIFIED_LINEAR)
    return false;
  for (size_t i = 0; i < con->n_ints; i++)
    weight += ABS((int64_t)con->ints[i]);
  return weight > MAX_WEIGHT;
}

static void
mark(CspDefinitionChoice *self)
{
  for (size_t c = 0; c < self->n_cons; c++) {
    const CspConstraint *con = &self->cons[c];
    if (con->kind == CSP_CON_RELATION_CONST && con->relation == CSP_RELATION_EQ)
      set_bit(self->is_barred, csp_constraint_var(con, 0));
    if (con->kind != CSP_CON_USER && !is_large_sum(con))
      continue;
    for (uint32_t p = 0; p < con->n_vars; p++)
      set_bit(self->is_strict, csp_constraint_var(con, p));
  }
}

static bool
stands_once(const CspConstraint *con, uint32_t position)
{
  CspVar x = csp_constraint_var(con, position);
  uint32_t n = 0;

  if (con->vars == NULL)
    return true;
  for (uint32_t p = 0; p < con->n_vars && n < 2; p++)
    n += con->vars[p] == x;
  return n == 1;
}

static bool
may_define(const CspDefinitionChoice *self,
           const CspConstraint *con,
           uint32_t position)
{
  CspVar x = csp_constraint_var(con, position);

  return con->n_vars > 1 && self->candidate_of[x] == CSP_NONE &&
         !get_bit(self->is_barred, x) &&
         csp_model_array_of(self->model, x)->n_values > 1;
}

/* Candidates -------------------------------------------------------------- */

static void
add_candidate(CspDefinitionChoice *self, size_t record, uint32_t output)
{
  Candidate candidate = {.record = (uint32_t)record,
                         .output = output,
                         .var =
                             csp_constraint_var(&self->cons[record], output)};

  self->candidate_of[candidate.var] = self->candidates->len;
  g_array_append_val(self->candidates, candidate);
}

static void
add_results(CspDefinitionChoice *self)
{
  for (size_t c = 0; c < self->n_cons; c++) {
    const CspConstraint *con = &self->cons[c];
    const CspDefinitionClass *klass = class_of(con);
    uint32_t positions[2];
    if (klass == NULL || klass->list_results == NULL)
      continue;
    uint32_t n = klass->list_results(con, positions);
    for (uint32_t k = 0; k < n; k++)
      if (may_define(self, con, positions[k]) &&
          stands_once(con, positions[k])) {
        add_candidate(self, c, positions[k]);
        break;
      }
  }
}

static bool
can_any_define(const CspConstraint *cons, size_t n)
{
  for (size_t c = 0; c < n; c++)
    if (class_of(&cons[c]) != NULL)
      return true;
  return false;
}

CspDefinitionChoice *
csp_definition_choice_new(const CspModel *model, const uint64_t *is_pinned)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  if (!can_any_define(cons, n))
    return NULL;
  CspDefinitionChoice *self = g_new0(CspDefinitionChoice, 1);
  self->model = model;
  self->cons = cons;
  self->n_cons = n;
  self->n_vars = csp_model_n_vars(model);
  size_t n_words = ((size_t)self->n_vars + 63) / 64;
  self->is_barred = g_new0(uint64_t, n_words);
  self->is_strict = g_new0(uint64_t, n_words);
  if (is_pinned != NULL)
    memcpy(self->is_barred, is_pinned, sizeof *is_pinned * n_words);
  self->candidate_of = g_new(uint32_t, self->n_vars);
  memset(self->candidate_of, 0xff, sizeof *self->candidate_of * self->n_vars);
  self->candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
  g_queue_init(&self->ready);
  self->n_walks = 1;
  mark(self);
  add_results(self);
  return self;
}

void
csp_definition_choice_free(CspDefinitionChoice *self)
{
  if (self == NULL)
    return;
  g_free(self->is_barred);
  g_free(self->is_strict);
  g_free(self->candidate_of);
  g_array_free(self->candidates, TRUE);
  g_free(self->starts);
  g_free(self->links);
  g_queue_clear(&self->ready);
  g_free(self);
}

bool
csp_definition_choice_has(const CspDefinitionChoice *self, CspVar x)
{
  return self != NULL && self->candidate_of[x] != CSP_NONE;
}

void
csp_definition_choice_drop(CspDefinitionChoice *self, CspVar x)
{
  if (!csp_definition_choice_has(self, x))
    return;
  candidate_at(self, self->candidate_of[x])->is_dropped = true;
  self->candidate_of[x] = CSP_NONE;
}

/* Equations --------------------------------------------------------------- */

/* How well an equation is solved for a variable. */
typedef struct {
  uint32_t n_uses;
  bool is_alone; /* on its side, others being on the other one */
  uint32_t n_values;
} Fitness;

static bool
is_fitter(Fitness a, Fitness b)
{
  if (a.n_uses != b.n_uses)
    return a.n_uses < b.n_uses;
  if (a.is_alone != b.is_alone)
    return a.is_alone;
  return a.n_values > b.n_values;
}

static bool
is_equation(const CspConstraint *con)
{
  const CspDefinitionClass *klass = class_of(con);

  if (klass == NULL || klass->can_solve == NULL)
    return false;
  for (uint32_t p = 0; p < con->n_vars; p++)
    if (klass->can_solve(con, p))
      return true;
  return false;
}

/* Coefficients by sign. */
typedef struct {
  uint32_t n_positive, n_negative;
} Signs;

static Signs
count_signs(const CspConstraint *con)
{
  Signs signs = {0};

  for (uint32_t p = 0; con->kind == CSP_CON_LINEAR && p < con->n_vars; p++) {
    signs.n_positive += con->ints[p] > 0;
    signs.n_negative += con->ints[p] < 0;
  }
  return signs;
}

static bool
is_alone(const CspConstraint *con, uint32_t position, Signs signs)
{
  if (con->kind != CSP_CON_LINEAR)
    return true;
  return con->ints[position] > 0
             ? signs.n_positive == 1 && signs.n_negative > 0
             : signs.n_negative == 1 && signs.n_positive > 0;
}

static uint32_t
get_domain_bounds(const void *data,
                  CspVar var,
                  int32_t *out_min,
                  int32_t *out_max)
{
  const CspDefinitionChoice *self = data;
  uint32_t i = self->candidate_of[var];

  if (i != CSP_NONE && candidate_at(self, i)->is_known) {
    *out_min = (int32_t)candidate_at(self, i)->min;
    *out_max = (int32_t)candidate_at(self, i)->max;
  } else {
    const CspLocalDomain *domain = csp_local_domains_get(self->domains, var);
    *out_min = domain->min;
    *out_max = domain->max;
  }
  return 1;
}

static CspDefinition
make_definition(const CspDefinitionChoice *self,
                const CspConstraint *con,
                uint32_t output)
{
  return (CspDefinition){.klass = class_of(con),
                         .con = con,
                         .vars = con->vars,
                         .first = con->first,
                         .n_vars = con->n_vars,
                         .output = output};
}

/* Is the domain about as large as what the function may become? */
static bool
has_room(const CspDefinitionChoice *self,
         const CspConstraint *con,
         uint32_t position)
{
  CspDefinition def = make_definition(self, con, position);
  CspInvariantBounds bounds = {.data = self, .get = get_domain_bounds};
  const CspLocalDomain *domain =
      csp_local_domains_get(self->domains, csp_constraint_var(con, position));
  int64_t min, max;
  bool is_total;

  return def.klass->bound(&def, &bounds, &min, &max, &is_total) &&
         2 * (int64_t)domain->n_values > max - min;
}

static void
solve(CspDefinitionChoice *self,
      size_t record,
      const uint32_t *n_uses,
      bool (*is_taken)(const void *data, CspVar x),
      const void *data)
{
  const CspConstraint *con = &self->cons[record];
  Signs signs = count_signs(con);
  Fitness best = {.n_uses = UINT32_MAX};
  uint32_t output = CSP_NONE;

  for (uint32_t p = 0; p < con->n_vars; p++) {
    CspVar x = csp_constraint_var(con, p);
    Fitness fitness = {.n_uses = n_uses[x],
                       .n_values =
                           csp_local_domains_get(self->domains, x)->n_values};
    if (!class_of(con)->can_solve(con, p) || fitness.n_uses > best.n_uses ||
        fitness.n_values < 2 || is_taken(data, x) || !may_define(self, con, p))
      continue;
    fitness.is_alone = is_alone(con, p, signs);
    if (is_fitter(fitness, best)) {
      best = fitness;
      output = p;
    }
  }
  if (output != CSP_NONE && stands_once(con, output) &&
      (best.is_alone || has_room(self, con, output)))
    add_candidate(self, record, output);
}

void
csp_definition_choice_add_equations(CspDefinitionChoice *self,
                                    const CspLocalDomains *domains,
                                    bool (*is_taken)(const void *data,
                                                     CspVar x),
                                    const void *data)
{
  g_autofree uint32_t *n_uses = g_new0(uint32_t, self->n_vars);

  self->domains = domains;
  for (size_t c = 0; c < self->n_cons; c++)
    for (uint32_t p = 0;
         is_equation(&self->cons[c]) && p < self->cons[c].n_vars; p++)
      n_uses[csp_constraint_var(&self->cons[c], p)]++;
  for (size_t c = 0; c < self->n_cons; c++)
    if (is_equation(&self->cons[c]))
      solve(self, c, n_uses, is_taken, data);
}

/* Topological order ------------------------------------------------------- */

/* Counts the links of each variable (links NULL) or writes them. */
static void
visit_links(CspDefinitionChoice *self, uint64_t *fill)
{
  for (uint32_t i = 0; i < self->candidates->len; i++) {
    Candidate *candidate = candidate_at(self, i);
    const CspConstraint *con = &self->cons[candidate->record];
    for (uint32_t p = 0; p < con->n_vars && !candidate->is_dropped; p++) {
      CspVar x = csp_constraint_var(con, p);
      if (p == candidate->output || self->candidate_of[x] == CSP_NONE)
        continue;
      if (self->links != NULL) {
        self->links[fill[x]] = i;
        candidate->n_missing++;
      }
      fill[x]++;
    }
  }
}

static void
make_links(CspDefinitionChoice *self)
{
  size_t n = (size_t)self->n_vars + 2;

  self->starts = g_new0(uint64_t, n);
  visit_links(self, self->starts + 2);
  for (size_t x = 2; x < n; x++)
    self->starts[x] += self->starts[x - 1];
  self->links = g_new(uint32_t, self->starts[n - 1] + 1);
  visit_links(self, self->starts + 1);
}

/* The variable is known: searched, or defined by what is known. */
static void
resolve(CspDefinitionChoice *self, CspVar x)
{
  for (uint64_t k = self->starts[x]; k < self->starts[x + 1]; k++) {
    Candidate *candidate = candidate_at(self, self->links[k]);
    if (--candidate->n_missing == 0 && !candidate->is_dropped)
      g_queue_push_tail(&self->ready, GUINT_TO_POINTER(self->links[k]));
  }
}

/* A candidate on a cycle, or on a long way to one: from a candidate whose inputs
 * are not all known there is a way back to others like it, and it has no end. */
static Candidate *
find_cycle(CspDefinitionChoice *self, Candidate *candidate)
{
  for (int k = 0; k < MAX_WALK; k++) {
    const CspConstraint *con = &self->cons[candidate->record];
    for (uint32_t p = 0; p < con->n_vars; p++) {
      uint32_t i = self->candidate_of[csp_constraint_var(con, p)];
      if (p == candidate->output || i == CSP_NONE ||
          candidate_at(self, i)->is_known)
        continue;
      candidate->walk = self->n_walks;
      candidate = candidate_at(self, i);
      break;
    }
    if (candidate->walk == self->n_walks)
      break;
  }
  self->n_walks++;
  return candidate;
}

static bool
is_within(const CspLocalDomain *domain, const Candidate *candidate)
{
  if (candidate->min < domain->min || candidate->max > domain->max)
    return false;
  if (domain->values == NULL)
    return true;
  return (int64_t)csp_local_domain_index(domain, candidate->max) -
                 csp_local_domain_index(domain, candidate->min) ==
             candidate->max - candidate->min &&
         csp_local_domain_index(domain, candidate->max) < domain->n_values;
}

/* Takes the candidate, or drops it. */
static void
take(CspDefinitionChoice *self,
     Candidate *candidate,
     CspInvariantSet *set,
     bool *is_left_out,
     GArray *definitions)
{
  CspInvariantBounds bounds = {.data = self, .get = get_domain_bounds};
  CspDefinition def =
      make_definition(self, &self->cons[candidate->record], candidate->output);
  const CspLocalDomain *domain =
      csp_local_domains_get(self->domains, candidate->var);
  bool is_total;

  bool is_good = def.klass->bound(&def, &bounds, &candidate->min,
                                  &candidate->max, &is_total) &&
                 candidate->min >= CSP_VALUE_MIN &&
                 candidate->max <= CSP_VALUE_MAX;
  bool is_inside = is_good && is_within(domain, candidate);
  if (!is_inside && get_bit(self->is_strict, candidate->var))
    is_good = false;
  if (!is_good) {
    csp_definition_choice_drop(self, candidate->var);
    return;
  }

  candidate->is_known = true;
  def.min = (int32_t)candidate->min;
  def.max = (int32_t)candidate->max;
  g_array_append_val(definitions, def);
  is_left_out[candidate->record] = is_total;
  if (!is_inside)
    csp_domain_invariant_add(set, candidate->var, domain);
}

void
csp_definition_choice_close(CspDefinitionChoice *self,
                            const CspLocalDomains *domains,
                            CspInvariantSet *set,
                            bool *is_left_out)
{
  GArray *definitions = g_array_new(FALSE, FALSE, sizeof(CspDefinition));
  uint32_t n = self->candidates->len;

  self->domains = domains;
  make_links(self);
  for (uint32_t i = 0; i < n; i++)
    if (candidate_at(self, i)->n_missing == 0 &&
        !candidate_at(self, i)->is_dropped)
      g_queue_push_tail(&self->ready, GUINT_TO_POINTER(i));
  for (uint32_t next = 0; next < n || !g_queue_is_empty(&self->ready);) {
    bool is_cycle = g_queue_is_empty(&self->ready);
    Candidate *candidate = candidate_at(
        self,
        is_cycle ? next : GPOINTER_TO_UINT(g_queue_pop_head(&self->ready)));
    if (is_cycle && (candidate->is_dropped || candidate->is_known)) {
      next++;
      continue;
    }
    if (is_cycle) {
      candidate = find_cycle(self, candidate);
      csp_definition_choice_drop(self, candidate->var);
    } else {
      take(self, candidate, set, is_left_out, definitions);
    }
    resolve(self, candidate->var);
  }
  if (definitions->len > 0)
    set->definitions = csp_definitions_new(
        set->arena, self->n_vars, (const CspDefinition *)definitions->data,
        definitions->len, set->values, set->scratch);
  g_array_free(definitions, TRUE);
}

/* Bounds ------------------------------------------------------------------ */

static uint32_t
get_defined_bounds(const void *data,
                   CspVar var,
                   int32_t *out_min,
                   int32_t *out_max)
{
  const CspDefinedBounds *self = data;
  const CspArrayInfo *array = csp_model_array_of(self->model, var);
  uint32_t n = array->length - (var - array->first), n_alike = 1;

  *out_min = array->min;
  *out_max = array->max;
  if (self->definitions == NULL)
    return n;
  uint32_t d = self->definitions->definition_of[var];
  if (d != CSP_NONE) {
    *out_min = self->definitions->definitions[d].min;
    *out_max = self->definitions->definitions[d].max;
    return 1;
  }
  while (n_alike < n &&
         !csp_definitions_has_output(self->definitions, var + n_alike))
    n_alike++;
  return n_alike;
}

CspInvariantBounds
csp_defined_bounds(const CspDefinedBounds *defined)
{
  return (CspInvariantBounds){.data = defined, .get = get_defined_bounds};
}
