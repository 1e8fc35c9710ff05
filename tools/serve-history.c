/* SPDX-License-Identifier: MIT */
/* The window that can be stepped back over: the messages of each step, and the
 * message that takes it back. */
#include "config.h"

#include "tools/serve-private.h"

enum { STEPS = 1000, BYTES = 8 << 20 };

typedef struct {
  GString *forth, *back;
} Step;

static gsize
bytes_of(const Step *step)
{
  return step->forth->len + step->back->len + sizeof(*step);
}

static void
step_free(gpointer data)
{
  Step *step = data;

  g_string_free(step->forth, TRUE);
  g_string_free(step->back, TRUE);
  g_free(step);
}

void
serve_history_init(ServeHistory *self)
{
  *self = (ServeHistory){.steps = G_QUEUE_INIT};
}

void
serve_history_clear(ServeHistory *self)
{
  g_queue_clear_full(&self->steps, step_free);
  self->current = NULL;
  self->n_bytes = 0;
}

/* Nothing is taken back when a step is added: the search waited for that. */
static void
drop_old(ServeHistory *self)
{
  while (self->steps.length > STEPS ||
         (self->n_bytes > BYTES && self->steps.length > 1)) {
    Step *oldest = g_queue_pop_head(&self->steps);
    self->n_bytes -= bytes_of(oldest);
    step_free(oldest);
  }
}

void
serve_history_add(ServeHistory *self, const GString *forth, const GString *back)
{
  Step *step = g_new(Step, 1);

  step->forth = g_string_new_len(forth->str, (gssize)forth->len);
  step->back = g_string_new_len(back->str, (gssize)back->len);
  g_queue_push_tail(&self->steps, step);
  self->n_bytes += bytes_of(step);
  drop_old(self);
  self->current = self->steps.tail;
}

void
serve_history_extend(ServeHistory *self, const GString *forth)
{
  if (self->current == NULL)
    return;
  Step *step = self->current->data;
  self->n_bytes += forth->len + 2;
  g_string_append(step->forth, ",\n");
  g_string_append_len(step->forth, forth->str, (gssize)forth->len);
}

bool
serve_history_can_go_back(const ServeHistory *self)
{
  return self->current != NULL;
}

const GString *
serve_history_go_back(ServeHistory *self)
{
  if (self->current == NULL)
    return NULL;
  const Step *step = self->current->data;
  self->current = self->current->prev;
  return step->back;
}

const GString *
serve_history_go_forth(ServeHistory *self)
{
  GList *next = self->current != NULL ? self->current->next : self->steps.head;

  if (next == NULL)
    return NULL;
  self->current = next;
  return ((const Step *)next->data)->forth;
}
