#!/usr/bin/env bash
# reproduce.sh [options of `fdskl reproduce`]: runs every cell that has no row yet and the studies that have no cells
# (comm, traffic, theory, audit), then makes verdicts, figures, tables and report. A failing step stops no other.
# REQUIRES: build/fdskl is built.
set -uo pipefail
cd "$(dirname "$0")/.."

profile=laptop results=()
args=("$@")
for ((i = 0; i < $#; ++i)); do
  case ${args[i]} in
    --profile) profile=${args[i + 1]:-} ;;
    --results) results=(--results "${args[i + 1]:-}") ;;
  esac
done

status=0
step() {
  build/fdskl "$@" ${results[@]+"${results[@]}"} || status=$?
  [ "$status" -ne 130 ] || exit 130
}

fetch=(--fetch)  # fetches the data first; `smoke` needs almost none
[ "$profile" != smoke ] || fetch=()
build/fdskl reproduce ${fetch[@]+"${fetch[@]}"} "$@"
cells=$?
[ "$cells" -eq 0 ] || [ "$cells" -eq 2 ] || exit "$cells"  # 2: some rows are not ok, which figures and tables then name
case " $* " in *" --dry-run "* | *" --help "*) exit ;; esac

case $profile in  # how the profile limits the studies that are not made of cells
  smoke) comm=(--dataset phishing --workers 2,4 --rows 400) audit=(--dataset a9a --attack reused-mask) ;;
  laptop) comm=(--rows 6000) audit=() ;;
  *) comm=() audit=() ;;
esac
step comm "${comm[@]}"
step traffic
step theory
step audit "${audit[@]}"
for made in claims figures tables report; do step "$made"; done
exit "$status"
