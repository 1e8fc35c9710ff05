# SPDX-License-Identifier: MIT
# The bash completion, driven as bash drives it.
. "$CSP_SRCDIR/tests/tap.sh"

command -v bash >/dev/null || skip_all "no bash"

# completes LINE: the candidates at the line's end, one a line
completes()
{
  PATH=$CSP_BUILDDIR:$PATH bash -c '
    . "$1"
    COMP_LINE=$2 COMP_POINT=${#2}
    _csp
    printf "%s\n" "${COMPREPLY[@]}"' \
    - "$CSP_SRCDIR/tools/csp-completion.bash" "$1"
}

is "a command" "$(completes 'csp desc')" describe
is "a model" "$(completes 'csp solve que')" queens
is "an option that goes on" "$(completes 'csp solve queens --value-o')" \
  "--value-order="
is "a value, cut at the =" \
  "$(completes 'csp solve queens --value-order=mi' | LC_ALL=C sort)" \
  "$(printf 'middle\nmin')"
is "a parameter of the model" "$(completes 'csp solve queens --siz')" "--size="
is "compare" "$(completes 'csp comp')" compare
is "one of several values" \
  "$(completes 'csp compare queens --algorithm=mac,forw')" mac,forward-checking
is "the files of a comparison" "$(completes 'csp compare queens --pl')" "--plot="
is "nothing for what cannot be" "$(completes 'csp solve queens --zzz')" ""
done_testing
