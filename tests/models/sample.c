/* SPDX-License-Identifier: MIT */
/* A plugin that does nothing, and, by what SAMPLE is, modules that are none. */
#include <libcsp/csp-plugin.h>

#define GOOD 0
#define WRONG_ABI 1
#define TOO_SMALL 2
#define MISNAMED 3
#define BARE 4
#define READS_NOTHING 5
#define NO_PLUGIN 6

#if SAMPLE == NO_PLUGIN
extern const int nothing;
CSP_PLUGIN_EXPORT const int nothing = 0;
#else
static const gchar *const suffixes[] = {".sample", NULL};

static gboolean
sample_build(CspModel *model,
             const CspParams *params,
             gpointer instance,
             GError **error)
{
  return TRUE;
}

static gboolean
sample_render(CspModel *model,
              const CspParams *params,
              gpointer instance,
              const CspSolution *solution,
              const gchar *format,
              GString *out,
              GError **error)
{
  return TRUE;
}

#if SAMPLE != READS_NOTHING
static gpointer
sample_read(CspReader *reader, const CspParams *params, GError **error)
{
  return NULL;
}
#endif

static gboolean
sample_sniff(const gchar *head, gsize n)
{
  return n > 0 && head[0] == '%';
}

CSP_PLUGIN_EXPORT extern const CspPlugin csp_plugin;
const CspPlugin csp_plugin = {
    .abi = CSP_PLUGIN_ABI + (SAMPLE == WRONG_ABI),
    .size = sizeof(CspPlugin) - (SAMPLE == TOO_SMALL),
    .name = SAMPLE == MISNAMED ? "other" : SAMPLE_NAME,
    .title = "Sample",
    .blurb = "does nothing",
    .files = CSP_FILES_REQUIRED,
    .suffixes = suffixes,
    .sniff = sample_sniff,
#if SAMPLE != READS_NOTHING
    .read = sample_read,
#endif
    .build = SAMPLE == BARE ? NULL : sample_build,
    .render = sample_render,
};
#endif
