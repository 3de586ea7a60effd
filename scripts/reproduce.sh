#!/usr/bin/env bash
# reproduce.sh [options of `fdskl reproduce`]: every cell that has no row yet, the experiments that are no cells, and what is
# made of all of them: verdicts, figures, tables, report. A step that fails is told and does not keep the others from running.
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

build/fdskl reproduce "$@" || exit
case " $* " in *" --dry-run "* | *" --help "*) exit ;; esac

case $profile in  # what the profile caps of the experiments that are no cells
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
