#!/usr/bin/env bash
# Runs the benchmarks, each of which appends lines "name ratio limit kind" to a file, and makes of them results/bench.json,
# results/bench.arrow and what is printed (runners/bench_report_main.cc). Exit status 1 if a bar does not hold.
set -euo pipefail
cd "$(dirname "$0")/.."
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
scripts/mpirun.sh 8 build/engine_bench "$lines"
scripts/mpirun.sh 8 build/sum_bench "$lines"
scripts/mpirun.sh 2 build/boost_bench "$lines"
build/libsvm_bench "$lines"
build/cell_bench "$lines" build/fdskl
build/bench_report "$lines" results
