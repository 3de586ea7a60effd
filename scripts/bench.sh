#!/usr/bin/env bash
# Runs the benchmarks, prints their bars, and stores each one's as JSON in results/: {name: {ratio, bar, kind, holds}}.
# kind: at-least or at-most for a bar; reported for a ratio without one. Exit status 1 if a bar does not hold.
set -euo pipefail
cd "$(dirname "$0")/.."
lines=$(mktemp)
trap 'rm -f "$lines" "$lines.json"' EXIT
status=0

# bench JSON COMMAND...: COMMAND writes lines "name ratio limit kind" to $lines.
bench() {
  local json=$1
  shift
  "$@"
  awk '
    { holds = $4 == "reported" || ($4 == "at-least" ? $2 >= $3 : $2 <= $3)
      printf "%s\n  \"%s\": {\"ratio\": %s, \"bar\": %s, \"kind\": \"%s\", \"holds\": %s}",
        NR == 1 ? "{" : ",", $1, $2, $4 == "reported" ? "null" : $3, $4, holds ? "true" : "false"
      printf "%-36s %8.3f  %-9s %5s  %s\n", $1, $2, $4, $4 == "reported" ? "" : $3, holds ? "holds" : "DOES NOT HOLD" >"/dev/stderr"
      if (!holds) failed = 1 }
    END { printf "\n}\n"; exit failed }' "$lines" >"$lines.json" || status=1
  mv "$lines.json" "results/$json"
}

bench bench.json scripts/mpirun.sh 8 build/engine_bench "$lines"
bench bench-libsvm.json build/libsvm_bench "$lines" build/fdskl
exit "$status"
