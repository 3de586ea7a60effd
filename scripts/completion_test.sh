#!/usr/bin/env bash
# Tests what scripts/completion.bash offers and what scripts/man.sh prints: scripts/completion_test.sh PROGRAM
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
source scripts/completion.bash

# offers WANTED WORD...: checks that WANTED is offered as a completion of the last word.
offers() {
  local wanted=$1
  shift
  COMP_WORDS=("$program" "$@") COMP_CWORD=$#
  _fdskl || true
  for reply in "${COMPREPLY[@]}"; do [ "$reply" != "$wanted" ] || return 0; done
  echo "after '$*' '$wanted' is not offered, but: ${COMPREPLY[*]-}" >&2
  exit 1
}

offers reproduce rep
offers --masking run a9a fdskl --mas
offers paper run a9a fdskl --masking p
offers cod-rna run cod
offers secureboost run a9a sec
offers --html compare a b --h
offers scripts/man.sh compare scripts/ma
COMP_WORDS=("$program" worker) COMP_CWORD=1
_fdskl || true
[ "${#COMPREPLY[@]}" = 0 ] || { echo "a command that nobody types is offered: ${COMPREPLY[*]}" >&2; exit 1; }

page=$(scripts/man.sh "$program")
for text in '.SS reproduce' '.B \-\-masking paper|ring' '.B DATASET' 'Exit status: 0 when B is nowhere worse'; do
  grep -qF -- "$text" <<<"$page" || { echo "the man page has no '$text'" >&2; exit 1; }
done
if command -v groff >/dev/null; then
  complaints=$(groff -man -Tutf8 <<<"$page" 2>&1 >/dev/null) && [ -z "$complaints" ] || { echo "groff: $complaints" >&2; exit 1; }
fi
echo "completion and man page are as they should be"
