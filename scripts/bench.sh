#!/usr/bin/env bash
# Runs the benchmarks, prints their bars, and stores results/bench.json and results/bench-boost.json:
# {name: {ratio, bar, kind, holds}}; of SecureBoost's times the "ratio" is seconds.
# kind: at-least or at-most for a bar; reported for a ratio without one. Exit status 1 if a bar does not hold.
#
#   scripts/bench.sh [engine|boost]    one of them alone
set -euo pipefail
cd "$(dirname "$0")/.."
lines=$(mktemp)
trap 'rm -f "$lines" "$lines.json"' EXIT
status=0

# run RANKS PROGRAM JSON
run() {
  scripts/mpirun.sh "$1" "build/$2" "$lines"
  awk '
    { holds = $4 == "reported" || ($4 == "at-least" ? $2 >= $3 : $2 <= $3)
      printf "%s\n  \"%s\": {\"ratio\": %s, \"bar\": %s, \"kind\": \"%s\", \"holds\": %s}",
        NR == 1 ? "{" : ",", $1, $2, $4 == "reported" ? "null" : $3, $4, holds ? "true" : "false"
      printf "%-40s %8.3f  %-9s %5s  %s\n", $1, $2, $4, $4 == "reported" ? "" : $3, holds ? "holds" : "DOES NOT HOLD" >"/dev/stderr"
      if (!holds) failed = 1 }
    END { printf "\n}\n"; exit failed }' "$lines" >"$lines.json" || status=1
  mv "$lines.json" "results/$3"
}

case ${1:-all} in engine | boost | all) ;; *) echo "bench.sh: unknown argument '$1'. Valid: engine, boost." >&2; exit 1 ;; esac
if [ "${1:-engine}" = engine ]; then run 8 engine_bench bench.json; fi
if [ "${1:-boost}" = boost ]; then run 2 boost_bench bench-boost.json; fi
exit "$status"
