# SPDX-License-Identifier: MIT
# Completion of csp: the candidates come from the tables in csp itself.
# `csp --complete WORD...` is given the words typed so far, the one to be
# completed last, and prints its candidates, one a line.  An option that wants
# a value after `=` is printed with the `=`; no candidate means a file name.
_csp()
{
  local cur prev words cword i
  if declare -F _init_completion >/dev/null; then
    _init_completion -n = || return
  else
    cur=${COMP_WORDS[COMP_CWORD]} words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
  fi

  local IFS=$'\n'
  COMPREPLY=($("${words[0]}" --complete "${words[@]:1:cword}" 2>/dev/null))
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _csp csp
