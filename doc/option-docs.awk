# SPDX-License-Identifier: MIT
# From libcsp/base/options.def the descriptions of CspSolver's properties, as
# comments for g-ir-scanner.  The name is an option's first string and the blurb
# all strings after its last comma.
function write_option(text, name, blurb, token)
{
  while (match(text, /"[^"]*"|,/)) {
    token = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    if (token == ",") {
      blurb = ""
      continue
    }
    blurb = blurb substr(token, 2, length(token) - 2)
    if (name == "")
      name = blurb
  }
  printf "/**\n * CspSolver:%s:\n *\n * The option `%s`: %s.\n *\n" \
    " * Since: 0.1\n */\n\n", name, name, blurb
}

/^OPTION_/ { option = "" }
/^OPTION_/ || option != "" {
  option = option $0
  if (/\)$/) {
    write_option(option)
    option = ""
  }
}
