# SPDX-License-Identifier: MIT
# Completion of csp: the candidates come from the tables in csp itself.
# `csp --complete WORD...` is given the words after the command's name, the one
# to be completed last, and prints whole words, one a line; one that ends in `=`
# goes on.  No candidate means a file name.
#
# bash splits words at = and : too, and wants only what follows the last of
# them; so the words are taken from the line itself and the candidates cut.

_csp()
{
  local line=${COMP_LINE:0:COMP_POINT} words cut
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  local cur=${words[-1]}

  mapfile -t COMPREPLY < <("${words[0]/#\~/$HOME}" --complete \
    "${words[@]:1}" 2>/dev/null)
  cut=${cur%"${cur##*[=:]}"}
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
  return 0
}
complete -o default -F _csp csp
