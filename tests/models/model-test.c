/* SPDX-License-Identifier: MIT */
/* Plugins are loaded as programs load them, from the build tree. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/models/model-test.h"

void
model_test_init(ModelTest *self, const char *name, const char *settings)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) words = g_strsplit(settings, " ", -1);

  *self = (ModelTest){.plugin = csp_plugin_find(name, &error)};
  if (self->plugin == NULL)
    g_error("%s", error->message);
  self->params = csp_params_new(self->plugin);
  for (guint i = 0; words[i] != NULL; i++) {
    if (words[i][0] == '\0')
      continue;
    g_auto(GStrv) pair = g_strsplit(words[i], "=", 2);
    if (!csp_params_set(self->params, pair[0], pair[1], &error))
      g_error("%s", error->message);
  }
}

static void
drop_instance(ModelTest *self)
{
  if (self->instance != NULL)
    self->plugin->free(self->instance);
  self->instance = NULL;
}

void
model_test_clear(ModelTest *self)
{
  drop_instance(self);
  g_clear_object(&self->model);
  g_clear_pointer(&self->reader, csp_reader_free);
  g_clear_pointer(&self->params, csp_params_free);
}

static CspReader *
reader_of(const char *text)
{
  g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
  return csp_reader_new_for_bytes("in", bytes);
}

void
model_test_open(ModelTest *self, const char *text)
{
  g_clear_pointer(&self->reader, csp_reader_free);
  self->reader = reader_of(text);
}

static void
check_no_error(const GError *error)
{
  CU_ASSERT_PTR_NULL(error);
  if (error != NULL)
    printf("# %s\n", error->message);
}

gboolean
model_test_read(ModelTest *self)
{
  g_autoptr(GError) error = NULL;

  drop_instance(self);
  self->instance = self->plugin->read(self->reader, self->params, &error);
  check_no_error(error);
  return self->instance != NULL;
}

void
model_test_build(ModelTest *self)
{
  g_autoptr(GError) error = NULL;

  g_clear_object(&self->model);
  self->model = csp_model_new();
  CU_ASSERT_TRUE(
      self->plugin->build(self->model, self->params, self->instance, &error));
  check_no_error(error);
}

char *
model_test_render(ModelTest *self,
                  const int *values,
                  gsize n_values,
                  const char *format)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspSolution) solution =
      csp_solution_new(self->model, values, n_values, &error);
  GString *out = g_string_new(NULL);

  check_no_error(error);
  CU_ASSERT_TRUE(self->plugin->render(self->model, self->params, self->instance,
                                      solution, format, out, &error));
  check_no_error(error);
  return g_string_free(out, FALSE);
}

static CspSolution *
read_solution(ModelTest *self, const char *text, GError **error)
{
  g_autoptr(CspReader) reader = reader_of(text);
  return self->plugin->read_solution(self->model, self->params, self->instance,
                                     reader, error);
}

void
model_test_reads_solution(ModelTest *self,
                          const char *text,
                          const int *values,
                          gsize n_values)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspSolution) solution = read_solution(self, text, &error);
  gsize n;

  check_no_error(error);
  CU_ASSERT_PTR_NOT_NULL_FATAL(solution);
  const gint *all = csp_solution_get_all_values(solution, &n);
  CU_ASSERT_EQUAL_FATAL(n, n_values);
  CU_ASSERT_EQUAL(memcmp(all, values, n * sizeof(gint)), 0);
}

static void
check_message(const GError *error, const char *message)
{
  CU_ASSERT_PTR_NOT_NULL_FATAL(error);
  CU_ASSERT_STRING_EQUAL(error->message, message);
  if (strcmp(error->message, message) != 0)
    printf("# %s\n", error->message);
}

void
model_test_refuses(const char *name,
                   const char *settings,
                   const char *text,
                   const char *message)
{
  g_auto(ModelTest) test = {0};
  g_autoptr(GError) error = NULL;

  model_test_init(&test, name, settings);
  model_test_open(&test, text);
  do {
    drop_instance(&test);
    test.instance = test.plugin->read(test.reader, test.params, &error);
  } while (test.instance != NULL);
  check_message(error, message);
}

void
model_test_refuses_solution(ModelTest *self,
                            const char *text,
                            const char *message)
{
  g_autoptr(GError) error = NULL;

  CU_ASSERT_PTR_NULL(read_solution(self, text, &error));
  check_message(error, message);
}

static char *
dup_mutated(const char *text, GRand *rand)
{
  static const char bytes[] = "0123456789.|-+ \t\r\n#cepnlsA~\xff";
  GString *out = g_string_new(text);

  for (int n = g_rand_int_range(rand, 1, 6); n > 0 && out->len > 0; n--) {
    gsize at = (gsize)g_rand_int_range(rand, 0, (gint)out->len);
    char byte = bytes[g_rand_int_range(rand, 0, sizeof(bytes) - 1)];
    switch (g_rand_int_range(rand, 0, 8)) {
    case 0:
      g_string_truncate(out, at);
      break;
    case 1:
    case 2:
      g_string_insert_c(out, (gssize)at, byte);
      break;
    case 3:
      g_string_erase(out, (gssize)at, 1);
      break;
    default:
      out->str[at] = byte;
      break;
    }
  }
  return g_string_free(out, FALSE);
}

void
model_test_survives_garbage(const char *name, const char *text)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(1);
  g_auto(ModelTest) test = {0};
  int n_refused = 0;

  model_test_init(&test, name, "");
  for (int i = 0; i < 1000; i++) {
    g_autofree char *mutated = dup_mutated(text, rand);
    g_autoptr(GError) error = NULL;
    model_test_open(&test, mutated);
    do {
      drop_instance(&test);
      test.instance = test.plugin->read(test.reader, test.params, &error);
      CU_ASSERT_FALSE(test.instance != NULL && error != NULL);
    } while (test.instance != NULL);
    n_refused += error != NULL;
    CU_ASSERT_TRUE(error == NULL || strchr(error->message, '\n') == NULL);
  }
  CU_ASSERT_TRUE(n_refused > 100);
  CU_ASSERT_TRUE(n_refused < 1000);
}
