#!/usr/bin/env bash
# Runs the benchmarks, prints their bars, and stores results/bench.json (the engine) and results/bench-comm.json (sums beside
# MPI's own): {name: {ratio, bar, kind, holds}}.
# kind: at-least or at-most for a bar; reported for a ratio without one. Exit status 1 if a bar does not hold.
set -euo pipefail
cd "$(dirname "$0")/.."
lines=$(mktemp)
trap 'rm -f "$lines" "$lines.json"' EXIT

# bench PROGRAM FILE
bench() {
  scripts/mpirun.sh 8 "build/$1" "$lines"
  awk '
    { holds = $4 == "reported" || ($4 == "at-least" ? $2 >= $3 : $2 <= $3)
      printf "%s\n  \"%s\": {\"ratio\": %s, \"bar\": %s, \"kind\": \"%s\", \"holds\": %s}",
        NR == 1 ? "{" : ",", $1, $2, $4 == "reported" ? "null" : $3, $4, holds ? "true" : "false"
      printf "%-36s %8.3f  %-9s %5s  %s\n", $1, $2, $4, $4 == "reported" ? "" : $3, holds ? "holds" : "DOES NOT HOLD" >"/dev/stderr"
      if (!holds) failed = 1 }
    END { printf "\n}\n"; exit failed }' "$lines" >"$lines.json" || status=1
  mv "$lines.json" "results/$2"
}

bench sum_bench bench-comm.json
bench engine_bench bench.json
exit "${status:-0}"
