/* SPDX-License-Identifier: MIT */
/* Model plugins: what a module exports, and how modules are found.
 *
 * A plugin is a module NAME.so with one exported symbol, csp_plugin, made by
 * CSP_PLUGIN_DEFINE.  It is looked for along CSP_MODELS_PATH, in the user's data
 * folder (csp-1/models), beside the library and in the folder compiled in, in
 * that order.  A plugin stays loaded for the life of the process. */
#pragma once

#include <libcsp/csp-model.h>
#include <libcsp/csp-reader.h>
#include <libcsp/csp-solution.h>

G_BEGIN_DECLS

#define CSP_PLUGIN_ABI 1u

/* Parameters -------------------------------------------------------------- */

typedef enum {
  CSP_PARAM_KIND_INT,
  CSP_PARAM_KIND_BOOL,
  CSP_PARAM_KIND_CHOICE,
  CSP_PARAM_KIND_STRING,
} CspParamKind;

typedef struct {
  const gchar *name; /* as on the command line, without the dashes */
  CspParamKind kind;
  gint64 min, max, default_int; /* integer; Boolean: default_int 0 or 1 */
  const gchar *default_text;    /* choice, string; NULL: not set */
  const gchar *const *choices;  /* choice: NULL-terminated */
  const gchar *unit;            /* or NULL */
  const gchar *blurb;           /* one line */
  gboolean is_unset_by_default; /* integer without a default */
} CspParamSpec;

#define CSP_PARAM_INT(name_, min_, max_, default_, unit_, blurb_)              \
  {                                                                            \
    .name = name_, .kind = CSP_PARAM_KIND_INT, .min = min_, .max = max_,       \
    .default_int = default_, .unit = unit_, .blurb = blurb_                    \
  }
#define CSP_PARAM_OPTIONAL_INT(name_, min_, max_, unit_, blurb_)               \
  {                                                                            \
    .name = name_, .kind = CSP_PARAM_KIND_INT, .min = min_, .max = max_,       \
    .is_unset_by_default = TRUE, .unit = unit_, .blurb = blurb_                \
  }
#define CSP_PARAM_BOOL(name_, default_, blurb_)                                \
  {                                                                            \
    .name = name_, .kind = CSP_PARAM_KIND_BOOL, .min = 0, .max = 1,            \
    .default_int = default_, .blurb = blurb_                                   \
  }
#define CSP_PARAM_CHOICE(name_, choices_, default_, blurb_)                    \
  {                                                                            \
    .name = name_, .kind = CSP_PARAM_KIND_CHOICE, .choices = choices_,         \
    .default_text = default_, .blurb = blurb_                                  \
  }
#define CSP_PARAM_STRING(name_, default_, blurb_)                              \
  {                                                                            \
    .name = name_, .kind = CSP_PARAM_KIND_STRING, .default_text = default_,    \
    .blurb = blurb_                                                            \
  }

typedef struct _CspParams CspParams;

CSP_API gint64 csp_params_get_int(const CspParams *self, guint index);
CSP_API gboolean csp_params_get_bool(const CspParams *self, guint index);
CSP_API const gchar *csp_params_get_string(const CspParams *self, guint index);
/* Whether the user gave the parameter. */
CSP_API gboolean csp_params_is_set(const CspParams *self, guint index);
/* Whether the number of solutions was asked for: models with an objective of
 * their own leave it out then. */
CSP_API gboolean csp_params_is_counting(const CspParams *self);
/* Whether the model is built to check solutions only: bounds that not every
 * solution meets are left out then. */
CSP_API gboolean csp_params_is_checking(const CspParams *self);

/* Assumptions ------------------------------------------------------------- */

/* What an instance adds to the model of its shape: var = value, each. */
typedef struct _CspAssumptions CspAssumptions;

CSP_API CspAssumptions *csp_assumptions_new(void);
CSP_API void csp_assumptions_free(CspAssumptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspAssumptions, csp_assumptions_free)
CSP_API void csp_assumptions_clear(CspAssumptions *self);
CSP_API void csp_assumptions_add(CspAssumptions *self, CspVar var, gint value);
CSP_API const CspVar *csp_assumptions_get_vars(const CspAssumptions *self,
                                               gsize *out_n);
CSP_API const gint *csp_assumptions_get_values(const CspAssumptions *self,
                                               gsize *out_n);

/* The descriptor ---------------------------------------------------------- */

/* How a streamed instance ended, for the line it prints. */
typedef enum {
  CSP_ANSWER_NONE,    /* no solution */
  CSP_ANSWER_ONE,     /* a solution; the only one where that was asked */
  CSP_ANSWER_SEVERAL, /* uniqueness was asked for and there are more */
  CSP_ANSWER_UNKNOWN, /* a limit came first */
} CspAnswer;

typedef enum {
  CSP_FILES_NONE,     /* takes no file */
  CSP_FILES_OPTIONAL, /* builds without one too */
  CSP_FILES_REQUIRED,
} CspFiles;

typedef struct {
  guint32 abi;
  guint32 size;
  const gchar *name;  /* equals the module's base name */
  const gchar *title; /* a few words */
  const gchar *blurb; /* one line */
  const CspParamSpec *params;
  guint n_params;
  CspFiles files;
  const gchar *const *suffixes; /* ".col"; NULL-terminated, or NULL */
  const gchar *const *formats;  /* besides text and json; NULL-terminated */
  /* Is this the beginning of a file of ours?  Asked where no suffix told. */
  gboolean (*sniff)(const gchar *head, gsize n);
  /* The next instance of the input; NULL without error at its end. */
  gpointer (*read)(CspReader *reader, const CspParams *params, GError **error);
  /* States the model; instance is NULL where no file was given.  With assume,
   * the model holds what instances of this shape share. */
  gboolean (*build)(CspModel *model,
                    const CspParams *params,
                    gpointer instance,
                    GError **error);
  /* Can this instance be solved as assumptions on the model built for other? */
  gboolean (*is_same_shape)(gpointer instance, gpointer other);
  void (*assume)(CspModel *model,
                 const CspParams *params,
                 gpointer instance,
                 CspAssumptions *assumptions);
  /* Appends the picture in the given format ("text", "svg", one of formats). */
  gboolean (*render)(CspModel *model,
                     const CspParams *params,
                     gpointer instance,
                     const CspSolution *solution,
                     const gchar *format,
                     GString *out,
                     GError **error);
  /* Appends the line of a stream, without its end; solution may be NULL. */
  void (*render_line)(CspModel *model,
                      const CspParams *params,
                      gpointer instance,
                      const CspSolution *solution,
                      CspAnswer answer,
                      GString *out);
  /* The input contradicts itself: says where (transfer full); NULL: it does
   * not, or not plainly. */
  gchar *(*explain_input)(const CspParams *params, gpointer instance);
  /* Reads a solution in the plugin's own form, for checking. */
  CspSolution *(*read_solution)(CspModel *model,
                                const CspParams *params,
                                gpointer instance,
                                CspReader *reader,
                                GError **error);
  void (*free)(gpointer instance);
  /* Bytes the built model and its solving would need, about; 0: no idea.
   * Asked before build. */
  guint64 (*estimate)(const CspParams *params, gpointer instance);
} CspPlugin;

#define CSP_PLUGIN_EXPORT __attribute__((visibility("default")))
#define CSP_PLUGIN_DEFINE(...)                                                 \
  CSP_PLUGIN_EXPORT extern const CspPlugin csp_plugin;                         \
  const CspPlugin csp_plugin = {                                               \
      .abi = CSP_PLUGIN_ABI, .size = sizeof(CspPlugin), __VA_ARGS__}

/* For programs that use plugins ------------------------------------------- */

/* Loads the plugin of this name; CSP_ERROR_NOT_FOUND (message suggests the
 * nearest name) or CSP_ERROR_PLUGIN. */
CSP_API const CspPlugin *csp_plugin_find(const gchar *name, GError **error);
/* Names of all plugins that can be found, sorted, NULL-terminated. */
CSP_API gchar **csp_plugin_list_names(void);
/* The plugin for a file by its suffix or first bytes; NULL: none. */
CSP_API const CspPlugin *csp_plugin_find_for_file(const gchar *path,
                                                  CspReader *reader);

/* Parameters with their defaults. */
CSP_API CspParams *csp_params_new(const CspPlugin *plugin);
CSP_API void csp_params_free(CspParams *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspParams, csp_params_free)
/* By text; the error says what was expected. */
CSP_API gboolean csp_params_set(CspParams *self,
                                const gchar *name,
                                const gchar *value,
                                GError **error);
CSP_API void csp_params_set_counting(CspParams *self, gboolean is_counting);
CSP_API void csp_params_set_checking(CspParams *self, gboolean is_checking);
CSP_API gchar *csp_params_dup_text(const CspParams *self, guint index);

G_END_DECLS
