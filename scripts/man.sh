#!/usr/bin/env bash
# Prints a man page of the program's own help:   scripts/man.sh build/fdskl >fdskl.1 && man ./fdskl.1
set -euo pipefail
program=${1:?"usage: scripts/man.sh PROGRAM"}

# Turns a help text into roff: headings stay as they are, and each option or argument gets its text beside it.
roff() {
  sed -e 's/\\/\\e/g' -e 's/-/\\-/g' | awk '
    /^Usage: / { print ".P"; print ".B " substr($0, 8); next }
    /^[A-Z][a-z]*:$/ { next }
    /^  [^ ]/ {
      text = ""
      rest = substr($0, 3)
      if (match(rest, /   */)) { text = substr(rest, RSTART + RLENGTH); rest = substr(rest, 1, RSTART - 1) }
      print ".TP"; print ".B " rest
      if (text != "") print "\\&" text
      next
    }
    NF { sub(/^ +/, ""); print "\\&" $0 }'
}

printf '.TH FDSKL 1\n.ad l\n'
printf '.SH NAME\nfdskl \\- %s\n' "$("$program" --help | head -n 1 | sed 's/^FDSKL: //; s/-/\\-/g')"
printf '.SH SYNOPSIS\n.B fdskl\nCOMMAND [OPTIONS]\n.SH COMMANDS\n'
for command in $("$program" --help | awk 'listed && NF { print $1 } /^Subcommands:/ { listed = 1 }'); do
  printf '.SS %s\n' "$command"
  "$program" "$command" --help | roff
done
