# SPDX-License-Identifier: MIT
# Takes the examples of a Markdown file apart, for tests/docs/documents.sh:
#   awk -v dir=DIR -f examples.awk FILE
# A fenced block that begins with ```console holds commands, each on a line
# after "$ " and lines after "> ", and below each what it prints.  One with a
# path after its language quotes that file of the tree, and C and Python are
# always quoted.  In DIR come N.command with N.expected, or N.quote with N.path,
# and N.line for each N.
function begin_example()
{
  n++
  print NR >(dir "/" n ".line")
  close(dir "/" n ".line")
}

function finish(file, text)
{
  printf "%s", text >file
  close(file)
}

function end_command()
{
  if (command == "")
    return
  finish(dir "/" n ".command", command)
  finish(dir "/" n ".expected", output)
  command = ""
}

/^```/ {
  if (kind == "") {
    if ($1 == "```console")
      kind = "console"
    else
      kind = NF > 1 || /^```(c|python)$/ ? "quote" : "other"
    if (kind == "quote") {
      begin_example()
      finish(dir "/" n ".path", $2)
      quote = ""
    }
  } else {
    if (kind == "console")
      end_command()
    if (kind == "quote")
      finish(dir "/" n ".quote", quote)
    kind = ""
  }
  next
}

kind == "console" && /^\$ / {
  end_command()
  begin_example()
  command = substr($0, 3) "\n"
  output = ""
  next
}

kind == "console" && /^> / && output == "" {
  command = command substr($0, 3) "\n"
  next
}

kind == "console" { output = output $0 "\n" }
kind == "quote" { quote = quote $0 "\n" }
