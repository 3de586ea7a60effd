#!/usr/bin/env bash
# reproduce.sh [options of `fdskl reproduce`]: runs every cell that has no row yet and the studies that have no cells
# (comm, traffic, theory, audit), then makes verdicts, figures, tables and report. A failing step stops no other.
# REQUIRES: build/fdskl is built.
set -uo pipefail
cd "$(dirname "$0")/.."

profile=laptop
shared=()  # options that the later steps have too
whole=true
args=()
for arg in "$@"; do  # --name=value as two words
  case $arg in --*=*) args+=("${arg%%=*}" "${arg#*=}") ;; *) args+=("$arg") ;; esac
done
for ((i = 0; i < ${#args[@]}; ++i)); do
  value=${args[i + 1]:-}
  case ${args[i]} in
    --profile) profile=$value ;;
    --results | --catalogue | --methods) shared+=("${args[i]}" "$value") ;;
    --dry-run | --help | -h) whole=false ;;
  esac
done

status=0
step() {
  build/fdskl "$@" ${shared[@]+"${shared[@]}"} || status=$?
  [ "$status" -ne 130 ] || exit 130
}

fetch=(--fetch)  # fetches the data first; `smoke` needs almost none
[ "$profile" != smoke ] || fetch=()
build/fdskl reproduce ${fetch[@]+"${fetch[@]}"} "$@"
cells=$?
[ "$cells" -eq 0 ] || [ "$cells" -eq 2 ] || exit "$cells"  # 2: some rows are not ok, which figures and tables then name
$whole || exit "$cells"

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
