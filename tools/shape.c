/* SPDX-License-Identifier: MIT */
/* Building models, or keeping the one there is: an instance of the same shape
 * is only other assumptions.  What cannot fit is refused before it is built. */
#include "config.h"

#include "tools/shape.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* A number in a file of one number, or after a name in a file of many; fallback
 * where there is none, as with "max" for no limit. */
static guint64
read_number(const char *path, const char *name, guint64 fallback)
{
  g_autofree char *text = NULL;
  guint64 number;

  if (!g_file_get_contents(path, &text, NULL, NULL))
    return fallback;
  const char *at = strstr(text, name);
  if (at == NULL ||
      sscanf(at + strlen(name), "%" G_GUINT64_FORMAT, &number) != 1)
    return fallback;
  return number;
}

/* Bytes that the process can still get: of the machine, of its control group
 * and of its own limit, the least. */
static guint64
available_memory(void)
{
  guint64 kib =
      read_number("/proc/meminfo", "MemAvailable:", G_MAXUINT64 / 1024);
  guint64 least = kib * 1024;
  struct rlimit limit;

  least = MIN(least, read_number("/sys/fs/cgroup/memory.max", "", G_MAXUINT64));
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    least = MIN(least, (guint64)limit.rlim_cur);
  return least;
}

/* Every machine has so much; to ask how much it has takes longer than to build
 * a small model. */
#define SURELY_AVAILABLE ((guint64)16 << 20)

static bool
fits(const ToolShape *self, gpointer instance, GError **error)
{
  if (self->plugin->estimate == NULL)
    return true;
  guint64 needed = self->plugin->estimate(self->params, instance);
  guint64 available =
      needed > SURELY_AVAILABLE ? available_memory() : SURELY_AVAILABLE;
  bool is_limited = self->memory_limit > 0 && self->memory_limit < available;
  guint64 allowed = is_limited ? self->memory_limit : available;

  if (needed <= allowed)
    return true;
  g_set_error(error, CSP_ERROR, CSP_ERROR_MEMORY,
              "the model needs about %" G_GUINT64_FORMAT
              " MiB, and %s %" G_GUINT64_FORMAT " MiB",
              needed / 1048576 + 1,
              is_limited ? "--memory-limit allows" : "there are",
              allowed / 1048576);
  return false;
}

typedef struct {
  ToolShape *shape;
  CspModel *model;
  gpointer instance;
  bool is_good;
  GError *error;
} Build;

static void
build(gpointer data)
{
  Build *self = data;
  const CspPlugin *plugin = self->shape->plugin;

  self->is_good = plugin->build(self->model, self->shape->params,
                                self->instance, &self->error);
}

static void
release(ToolShape *self, gpointer *instance)
{
  if (*instance != NULL && self->plugin->free != NULL)
    self->plugin->free(*instance);
  *instance = NULL;
}

static bool
build_for(ToolShape *self, gpointer instance, GError **error)
{
  Build *call = g_new0(Build, 1); /* the thread may outlive this function */

  call->shape = self;
  call->model = csp_model_new();
  call->instance = instance;
  if (!tool_watch_call(build, call))
    return false;
  bool is_good = call->is_good;
  if (is_good) {
    g_clear_object(&self->model);
    self->model = g_object_ref(call->model);
  } else {
    g_propagate_error(error, call->error);
  }
  g_object_unref(call->model);
  g_free(call);
  return is_good;
}

static void
drop_instances(ToolShape *self)
{
  if (self->instance != self->built_for)
    release(self, &self->instance);
  self->instance = NULL;
  release(self, &self->built_for);
}

bool
tool_shape_take(ToolShape *self,
                gpointer instance,
                bool *out_is_new,
                GError **error)
{
  const CspPlugin *plugin = self->plugin;
  bool is_same = self->model != NULL && self->built_for != NULL &&
                 plugin->is_same_shape != NULL &&
                 plugin->is_same_shape(instance, self->built_for);

  if (is_same) {
    if (self->instance != self->built_for)
      release(self, &self->instance);
  } else {
    drop_instances(self);
    self->built_for = instance;
    self->instance = instance;
    if (!fits(self, instance, error) || !build_for(self, instance, error))
      return false;
  }
  self->instance = instance;
  if (self->assumptions == NULL)
    self->assumptions = csp_assumptions_new();
  csp_assumptions_clear(self->assumptions);
  if (plugin->assume != NULL && instance != NULL)
    plugin->assume(self->model, self->params, instance, self->assumptions);
  *out_is_new = !is_same;
  return true;
}

void
tool_shape_clear(ToolShape *self)
{
  drop_instances(self);
  g_clear_object(&self->model);
  g_clear_pointer(&self->assumptions, csp_assumptions_free);
}
