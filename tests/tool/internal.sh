# SPDX-License-Identifier: MIT
# A solution that does not pass the check is never shown: status 70.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

cat >"$tmp/wrong.c" <<'END'
/* A constraint that has forgotten what it accepted when it is asked again. */
#include <gmodule.h>
#include <libcsp/csp-extend.h>
#include <libcsp/csp-plugin.h>

static gboolean
once(gconstpointer data, const gint *values, gsize n_values)
{
  static gboolean was_asked;
  gboolean is_first = !was_asked;

  was_asked = TRUE;
  return is_first;
}

static const CspConstraintClass klass =
    CSP_CONSTRAINT_CLASS(.name = "once", .holds = once);

static gboolean
build(CspModel *model, const CspParams *params, gpointer instance,
      GError **error)
{
  CspVar x = csp_model_add_int(model, "x", 0, 3, error);

  return x != CSP_NONE &&
         csp_model_post_user(model, &klass, &x, 1, NULL, NULL, error);
}

static gboolean
render(CspModel *model, const CspParams *params, gpointer instance,
       const CspSolution *solution, const gchar *format, GString *out,
       GError **error)
{
  g_string_append(out, "shown\n");
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "wrong", .title = "Wrong", .blurb = "a fault",
                  .build = build, .render = render);
END
# shellcheck disable=SC2086
$CC $CPPFLAGS $SANITIZER_CFLAGS -shared -fPIC -o "$tmp/wrong.so" \
  "$tmp/wrong.c" || skip_all "no plugin can be built"

for arguments in "" --count --format=json --solutions=0; do
  run env CSP_MODELS_PATH="$tmp" "$csp" solve wrong --algorithm=mac $arguments
  is "nothing is shown${arguments:+ with $arguments}" "$status $(cat "$out")" \
    "70 "
  has "and the error says so" "^csp: internal error: " "$err"
  is "in one line" "$(wc -l <"$err")" 1
done
done_testing
