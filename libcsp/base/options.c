/* SPDX-License-Identifier: MIT */
/* The options of a search by name: their defaults, and values from text.
 *
 * Everything is driven by the rows of options.def, so an option is added there
 * and nowhere else.  A value that is refused leaves the options as they were. */
#include "config.h"

#include "base/options.h"

#include <libcsp/csp-types.h>

#include <string.h>

const CspOptionSpec csp_option_specs[] = {
#define OPTION_BOOL(field_, name_, def_, blurb_)                               \
  {.name = name_,                                                              \
   .kind = CSP_OPTION_BOOL,                                                    \
   .offset = offsetof(CspOptions, field_),                                     \
   .max = 1,                                                                   \
   .default_int = def_,                                                        \
   .blurb = blurb_},
#define OPTION_INT(field_, name_, def_, min_, max_, unit_, blurb_)             \
  {.name = name_,                                                              \
   .kind = CSP_OPTION_INT,                                                     \
   .offset = offsetof(CspOptions, field_),                                     \
   .min = min_,                                                                \
   .max = max_,                                                                \
   .default_int = def_,                                                        \
   .unit = unit_,                                                              \
   .blurb = blurb_},
#define OPTION_REAL(field_, name_, def_, min_, max_, unit_, blurb_)            \
  {.name = name_,                                                              \
   .kind = CSP_OPTION_REAL,                                                    \
   .offset = offsetof(CspOptions, field_),                                     \
   .real_min = min_,                                                           \
   .real_max = max_,                                                           \
   .default_real = def_,                                                       \
   .unit = unit_,                                                              \
   .blurb = blurb_},
#define OPTION_CHOICE(field_, name_, def_, choices_, blurb_)                   \
  {.name = name_,                                                              \
   .kind = CSP_OPTION_CHOICE,                                                  \
   .offset = offsetof(CspOptions, field_),                                     \
   .default_int = def_,                                                        \
   .choices = choices_,                                                        \
   .blurb = blurb_},
#define OPTION_TEXT(field_, name_, metavar_, blurb_)                           \
  {.name = name_,                                                              \
   .kind = CSP_OPTION_TEXT,                                                    \
   .offset = offsetof(CspOptions, field_),                                     \
   .choices = metavar_,                                                        \
   .blurb = blurb_},
#include "base/options.def"
#undef OPTION_BOOL
#undef OPTION_INT
#undef OPTION_REAL
#undef OPTION_CHOICE
#undef OPTION_TEXT
};

const size_t csp_n_option_specs = G_N_ELEMENTS(csp_option_specs);

static void *
field_of(CspOptions *options, const CspOptionSpec *spec)
{
  return (char *)options + spec->offset;
}

static const void *
const_field_of(const CspOptions *options, const CspOptionSpec *spec)
{
  return (const char *)options + spec->offset;
}

static void
set_default(CspOptions *options, const CspOptionSpec *spec)
{
  void *field = field_of(options, spec);

  switch (spec->kind) {
  case CSP_OPTION_BOOL:
    *(bool *)field = spec->default_int != 0;
    break;
  case CSP_OPTION_INT:
    *(int64_t *)field = spec->default_int;
    break;
  case CSP_OPTION_REAL:
    *(double *)field = spec->default_real;
    break;
  case CSP_OPTION_CHOICE:
    *(int *)field = (int)spec->default_int;
    break;
  case CSP_OPTION_TEXT:
    g_clear_pointer((char **)field, g_free);
    break;
  }
}

void
csp_options_init(CspOptions *options)
{
  *options = (CspOptions){0};
  for (size_t i = 0; i < csp_n_option_specs; i++)
    set_default(options, &csp_option_specs[i]);
}

void
csp_options_clear(CspOptions *options)
{
  for (size_t i = 0; i < csp_n_option_specs; i++)
    if (csp_option_specs[i].kind == CSP_OPTION_TEXT)
      g_clear_pointer((char **)field_of(options, &csp_option_specs[i]), g_free);
}

void
csp_options_copy(const CspOptions *options, CspOptions *out)
{
  *out = *options;
  for (size_t i = 0; i < csp_n_option_specs; i++) {
    if (csp_option_specs[i].kind != CSP_OPTION_TEXT)
      continue;
    char **text = field_of(out, &csp_option_specs[i]);
    *text = g_strdup(*text);
  }
}

/* '_' is as good as '-': g_object_set() and C programs write either. */
static bool
is_same_name(const char *a, const char *b)
{
  for (; *a != '\0' && *b != '\0'; a++, b++)
    if ((*a == '_' ? '-' : *a) != *b)
      return false;
  return *a == *b;
}

const CspOptionSpec *
csp_option_find(const char *name)
{
  for (size_t i = 0; i < csp_n_option_specs; i++)
    if (is_same_name(name, csp_option_specs[i].name))
      return &csp_option_specs[i];
  return NULL;
}

static bool
is_digit(char c)
{
  return c >= '0' && c <= '9';
}

bool
csp_parse_int(const char *text, int64_t *out_value)
{
  bool is_negative = *text == '-';
  uint64_t limit = is_negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  uint64_t value = 0;
  const char *digits = is_negative ? text + 1 : text;
  const char *p = digits;

  for (; is_digit(*p); p++) {
    uint64_t digit = (uint64_t)(*p - '0');
    if (value > (limit - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  if (p == digits || *p != '\0')
    return false;
  *out_value = is_negative ? (int64_t)(0 - value) : (int64_t)value;
  return true;
}

/* Decimal digits with at most one point; no exponent, as in integers. */
static bool
parse_real(const char *text, double *out_value)
{
  const char *p = *text == '-' ? text + 1 : text;
  size_t n_digits = 0, n_points = 0;

  for (; is_digit(*p) || *p == '.'; p++)
    *(*p == '.' ? &n_points : &n_digits) += 1;
  if (*p != '\0' || n_digits == 0 || n_points > 1)
    return false;
  *out_value = g_ascii_strtod(text, NULL);
  return true;
}

static bool
fail(const CspOptionSpec *spec,
     const char *expected,
     const char *text,
     GError **error)
{
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "--%s=%s: expected %s",
              spec->name, text, expected);
  return false;
}

static bool
set_bool(CspOptions *options,
         const CspOptionSpec *spec,
         const char *text,
         GError **error)
{
  bool is_true = strcmp(text, "true") == 0;

  if (!is_true && strcmp(text, "false") != 0)
    return fail(spec, "true or false", text, error);
  *(bool *)field_of(options, spec) = is_true;
  return true;
}

static bool
set_int(CspOptions *options,
        const CspOptionSpec *spec,
        const char *text,
        GError **error)
{
  int64_t value;

  if (csp_parse_int(text, &value) && value >= spec->min && value <= spec->max) {
    *(int64_t *)field_of(options, spec) = value;
    return true;
  }
  g_autofree char *expected =
      spec->max == INT64_MAX
          ? g_strdup_printf("an integer from %" G_GINT64_FORMAT, spec->min)
          : g_strdup_printf("an integer from %" G_GINT64_FORMAT
                            " to %" G_GINT64_FORMAT,
                            spec->min, spec->max);
  return fail(spec, expected, text, error);
}

static bool
set_real(CspOptions *options,
         const CspOptionSpec *spec,
         const char *text,
         GError **error)
{
  double value;

  if (parse_real(text, &value) && value >= spec->real_min &&
      value <= spec->real_max) {
    *(double *)field_of(options, spec) = value;
    return true;
  }
  char min[G_ASCII_DTOSTR_BUF_SIZE], max[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(min, sizeof(min), "%.15g", spec->real_min);
  g_ascii_formatd(max, sizeof(max), "%.15g", spec->real_max);
  g_autofree char *expected =
      g_strdup_printf("a decimal number from %s to %s", min, max);
  return fail(spec, expected, text, error);
}

/* "default" is understood but not offered: it is how a program takes a choice
 * back. */
static bool
set_choice(CspOptions *options,
           const CspOptionSpec *spec,
           const char *text,
           GError **error)
{
  g_auto(GStrv) choices = g_strsplit(spec->choices, "|", -1);
  GString *expected = g_string_new(NULL);
  bool is_found = false;

  for (int i = 0; choices[i] != NULL && !is_found; i++) {
    if (strcmp(text, choices[i]) == 0) {
      *(int *)field_of(options, spec) = i;
      is_found = true;
    } else if (strcmp(choices[i], "default") != 0) {
      if (expected->len > 0)
        g_string_append(expected, choices[i + 1] == NULL ? " or " : ", ");
      g_string_append(expected, choices[i]);
    }
  }
  if (!is_found)
    fail(spec, expected->str, text, error);
  g_string_free(expected, TRUE);
  return is_found;
}

static bool
set_text(CspOptions *options,
         const CspOptionSpec *spec,
         const char *text,
         GError **error)
{
  char **field = field_of(options, spec);
  CspRestartPolicy policy;

  if (spec->offset == offsetof(CspOptions, restarts) &&
      !csp_restart_policy_parse(text, &policy, error))
    return false;
  g_free(*field);
  *field = g_strdup(text);
  return true;
}

bool
csp_options_set(CspOptions *options,
                const CspOptionSpec *spec,
                const char *text,
                GError **error)
{
  if (text == NULL) {
    set_default(options, spec);
    return true;
  }
  switch (spec->kind) {
  case CSP_OPTION_BOOL:
    return set_bool(options, spec, text, error);
  case CSP_OPTION_INT:
    return set_int(options, spec, text, error);
  case CSP_OPTION_REAL:
    return set_real(options, spec, text, error);
  case CSP_OPTION_CHOICE:
    return set_choice(options, spec, text, error);
  case CSP_OPTION_TEXT:
    return set_text(options, spec, text, error);
  }
  g_return_val_if_reached(false);
}

bool
csp_options_is_default(const CspOptions *options, const CspOptionSpec *spec)
{
  const void *field = const_field_of(options, spec);

  switch (spec->kind) {
  case CSP_OPTION_BOOL:
    return *(const bool *)field == (spec->default_int != 0);
  case CSP_OPTION_INT:
    return *(const int64_t *)field == spec->default_int;
  case CSP_OPTION_REAL:
    return *(const double *)field == spec->default_real;
  case CSP_OPTION_CHOICE:
    return *(const int *)field == spec->default_int;
  case CSP_OPTION_TEXT:
    return *(char *const *)field == NULL;
  }
  g_return_val_if_reached(false);
}

char *
csp_option_dup_choice(const CspOptionSpec *spec, int index)
{
  g_auto(GStrv) choices = g_strsplit(spec->choices, "|", -1);

  g_return_val_if_fail(index >= 0 && (guint)index < g_strv_length(choices),
                       NULL);
  return g_strdup(choices[index]);
}

/* Policies of a unit alone. */
static bool
find_restart_kind(const char *name, CspRestartKind *out_kind)
{
  static const struct {
    const char *name;
    CspRestartKind kind;
  } kinds[] = {{"luby", CSP_RESTARTS_LUBY},
               {"linear", CSP_RESTARTS_LINEAR},
               {"constant", CSP_RESTARTS_CONSTANT}};

  for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (strcmp(name, kinds[i].name) == 0) {
      *out_kind = kinds[i].kind;
      return true;
    }
  return false;
}

static bool
parse_restart_unit(const char *text, int64_t *out_unit)
{
  return csp_parse_int(text, out_unit) && *out_unit >= 1 &&
         *out_unit <= INT32_MAX;
}

/* The unit is 100 failures and the factor 1.5 where none is given.  The factor
 * is above 1, so that the runs grow and a complete search ends. */
bool
csp_restart_policy_parse(const char *text,
                         CspRestartPolicy *out_policy,
                         GError **error)
{
  g_auto(GStrv) parts = g_strsplit(text, ":", -1);
  guint n_parts = g_strv_length(parts);
  CspRestartPolicy policy = {.unit = 100, .factor = 1.5};
  bool is_good = n_parts > 0;

  if (is_good && strcmp(parts[0], "none") == 0) {
    policy.kind = CSP_RESTARTS_NONE;
    is_good = n_parts == 1;
  } else if (is_good && find_restart_kind(parts[0], &policy.kind)) {
    is_good = n_parts == 1 ||
              (n_parts == 2 && parse_restart_unit(parts[1], &policy.unit));
  } else if (is_good && strcmp(parts[0], "geometric") == 0) {
    policy.kind = CSP_RESTARTS_GEOMETRIC;
    is_good = n_parts == 1 ||
              (n_parts == 3 && parse_restart_unit(parts[1], &policy.unit) &&
               parse_real(parts[2], &policy.factor) && policy.factor > 1 &&
               policy.factor <= 1000);
  } else {
    is_good = false;
  }
  if (!is_good) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                "--restarts=%s: expected none, luby[:UNIT], "
                "geometric[:UNIT:FACTOR], linear[:UNIT] or constant[:UNIT], "
                "with a unit of at least 1 failure "
                "and a factor above 1, at most 1000",
                text);
    return false;
  }
  *out_policy = policy;
  return true;
}
