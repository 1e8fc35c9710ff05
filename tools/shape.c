/* SPDX-License-Identifier: MIT */
/* Building models, or keeping the one there is: an instance of the same shape
 * is only other assumptions.  What cannot fit is refused before it is built. */
#include "config.h"

#include "tools/shape.h"

#include "tools/flatzinc.h"
#include "tools/memory.h"

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

static void
tell_warnings(const ToolShape *self, gpointer instance)
{
  gsize n;
  const gchar *const *warnings =
      tool_flatzinc_get_warnings(self->plugin, instance, &n);

  for (gsize i = 0; i < n; i++)
    tool_message("warning: %s", warnings[i]);
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
  tell_warnings(self, instance);
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
    if (!tool_memory_allows(plugin, self->params, instance, self->memory_limit,
                            error) ||
        !build_for(self, instance, error))
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
