/* SPDX-License-Identifier: MIT */
/* What a client may send: a connection's stream, the reading of which fails
 * when an allowance is used up.
 *
 * libsoup limits a frame of a socket, but puts frames together to messages
 * without a limit, and reads on as long as something comes.  So the allowance
 * is looked at in each read.  Nothing is held back here, so that who waits for
 * the stream waits for the connection. */
#include "config.h"

#include "tools/serve-private.h"

struct _ServeMeter {
  GFilterInputStream parent_instance;
  guint64 left; /* bytes */
};

static void init_pollable(GPollableInputStreamInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(
    ServeMeter,
    serve_meter,
    G_TYPE_FILTER_INPUT_STREAM,
    G_IMPLEMENT_INTERFACE(G_TYPE_POLLABLE_INPUT_STREAM, init_pollable))

static GInputStream *
get_base(gpointer self)
{
  return g_filter_input_stream_get_base_stream(self);
}

static gssize
charge(gpointer stream, gssize n, GError **error)
{
  ServeMeter *self = stream;

  if (n > 0 && (guint64)n > self->left) {
    self->left = 0;
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                "more is sent than may be");
    return -1;
  }
  self->left -= (guint64)MAX(n, 0);
  return n;
}

static gssize
read_blocking(GInputStream *stream,
              void *buffer,
              gsize size,
              GCancellable *cancellable,
              GError **error)
{
  return charge(
      stream,
      g_input_stream_read(get_base(stream), buffer, size, cancellable, error),
      error);
}

static gssize
read_nonblocking(GPollableInputStream *stream,
                 void *buffer,
                 gsize size,
                 GError **error)
{
  GPollableInputStream *base = G_POLLABLE_INPUT_STREAM(get_base(stream));

  return charge(
      stream,
      g_pollable_input_stream_read_nonblocking(base, buffer, size, NULL, error),
      error);
}

static gboolean
is_readable(GPollableInputStream *stream)
{
  return g_pollable_input_stream_is_readable(
      G_POLLABLE_INPUT_STREAM(get_base(stream)));
}

static GSource *
create_source(GPollableInputStream *stream, GCancellable *cancellable)
{
  g_autoptr(GSource) base = g_pollable_input_stream_create_source(
      G_POLLABLE_INPUT_STREAM(get_base(stream)), NULL);

  return g_pollable_source_new_full(stream, base, cancellable);
}

static void
init_pollable(GPollableInputStreamInterface *interface)
{
  interface->is_readable = is_readable;
  interface->create_source = create_source;
  interface->read_nonblocking = read_nonblocking;
}

static void
serve_meter_class_init(ServeMeterClass *klass)
{
  G_INPUT_STREAM_CLASS(klass)->read_fn = read_blocking;
}

static void
serve_meter_init(ServeMeter *self)
{
  self->left = G_MAXUINT64;
}

void
serve_meter_allow(ServeMeter *self, guint64 n_bytes)
{
  self->left = n_bytes;
}

#define METER "csp-meter"

/* The stream keeps the connection, which closes when it goes. */
GIOStream *
serve_meter_wrap(GSocketConnection *connection)
{
  GIOStream *stream = G_IO_STREAM(connection);
  g_autoptr(GInputStream) input =
      g_object_new(serve_meter_get_type(), "base-stream",
                   g_io_stream_get_input_stream(stream), NULL);
  GIOStream *wrapped =
      g_simple_io_stream_new(input, g_io_stream_get_output_stream(stream));

  g_object_set_data_full(G_OBJECT(wrapped), "connection",
                         g_object_ref(connection), g_object_unref);
  g_object_set_data(G_OBJECT(connection), METER, input);
  return wrapped;
}

ServeMeter *
serve_meter_of(GSocketConnection *connection)
{
  return g_object_get_data(G_OBJECT(connection), METER);
}
