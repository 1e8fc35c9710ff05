# SPDX-License-Identifier: MIT
# Includes point one way:
#   base <- model, engine, local <- constraints <- search <- solver <- io
# where model, engine and local do not see each other, and io sees no engine;
# models and examples use the public headers only.
. "$CSP_SRCDIR/tests/tap.sh"

# sees FOLDER FOLDER...: the first includes private headers of none but itself
# and the rest
sees()
{
  folder=$1
  offending=$(find "$CSP_SRCDIR/libcsp/$folder" -name '*.[chly]' \
    -exec grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' {} + |
    awk -F'"' -v allowed=" $* config.h " '{
      folder = $2
      sub("/.*", "", folder)
      if (index(allowed, " " folder " ") == 0)
        print
    }')
  is "$folder sees $*" "$offending" ""
}

# public_only FOLDER: no quoted include that leaves the folder
public_only()
{
  offending=$(find "$CSP_SRCDIR/$1" -name '*.[ch]' \
    -exec grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*/' {} + |
    grep -v "\"$1/")
  is "$1 uses public headers only" "$offending" ""
}

sees base
sees model base
sees engine base
sees local base
sees constraints base model engine local
sees search base model engine local constraints
sees solver base model engine local constraints search
sees io base model solver
public_only models
public_only examples

offending=$(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' \
  "$CSP_SRCDIR"/libcsp/*.h)
is "a public header includes no private one" "$offending" ""
done_testing
