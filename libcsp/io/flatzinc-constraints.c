/* SPDX-License-Identifier: MIT */
/* The table of constraints, and what its letters for types stand for. */
#include "config.h"

#include "io/flatzinc-private.h"

const CspFznRow csp_fzn_rows[] = {
#define FLATZINC(name, types, absorb, bound, post, op)                         \
  {name,                                                                       \
   types,                                                                      \
   csp_fzn_absorb_##absorb,                                                    \
   csp_fzn_bound_##bound,                                                      \
   csp_fzn_post_##post,                                                        \
   op},
#include "io/flatzinc-constraints.def"
#undef FLATZINC
};
const size_t csp_fzn_n_rows = G_N_ELEMENTS(csp_fzn_rows);

bool
csp_fzn_absorb_none(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return false;
}

void
csp_fzn_bound_none(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
}

static bool
is_bool(const CspFlatzinc *self, const CspFznArg *arg)
{
  return arg->kind == CSP_FZN_ARG_VAR &&
         csp_fzn_var(self, (uint32_t)arg->value)->is_bool;
}

static bool
is_array(const CspFlatzinc *self,
         const CspFznArg *arg,
         CspFznArrayKind a,
         CspFznArrayKind b)
{
  if (arg->kind != CSP_FZN_ARG_ARRAY)
    return false;
  CspFznArrayKind kind =
      g_array_index(self->arrays, CspFznArray, arg->value).kind;
  return kind == CSP_FZN_EMPTY || kind == a || kind == b;
}

bool
csp_fzn_fits(const CspFlatzinc *self, const CspFznArg *arg, char type)
{
  switch (type) {
  case 'i':
    return arg->kind == CSP_FZN_ARG_INT;
  case 'p':
    return arg->kind == CSP_FZN_ARG_BOOL;
  case 'x':
    return arg->kind == CSP_FZN_ARG_INT ||
           (arg->kind == CSP_FZN_ARG_VAR && !is_bool(self, arg));
  case 'b':
    return arg->kind == CSP_FZN_ARG_BOOL || is_bool(self, arg);
  case 's':
    return arg->kind == CSP_FZN_ARG_SET;
  case 'I':
    return is_array(self, arg, CSP_FZN_INTS, CSP_FZN_INTS);
  case 'P':
    return is_array(self, arg, CSP_FZN_BOOLS, CSP_FZN_BOOLS);
  case 'X':
    return is_array(self, arg, CSP_FZN_VARS, CSP_FZN_INTS);
  case 'B':
    return is_array(self, arg, CSP_FZN_BOOL_VARS, CSP_FZN_BOOLS);
  case 'S':
    return is_array(self, arg, CSP_FZN_SETS, CSP_FZN_SETS);
  default:
    return false;
  }
}

const char *
csp_fzn_type_name(char type)
{
  switch (type) {
  case 'i':
    return "an integer constant";
  case 'p':
    return "true or false";
  case 'x':
    return "an integer variable or constant";
  case 'b':
    return "a Boolean variable or constant";
  case 's':
    return "a set constant";
  case 'I':
    return "an array of integer constants";
  case 'P':
    return "an array of true and false";
  case 'X':
    return "an array of integers";
  case 'B':
    return "an array of Booleans";
  default:
    return "an array of sets";
  }
}
