#!/usr/bin/env bash
# Runs the benchmarks. Each appends lines "name ratio limit kind" to a file, which runners/bench_report_main.cc turns
# into results/bench.json, results/bench.arrow and a printed report. Exit status 1 if a ratio is beyond its limit.
set -euo pipefail
cd "$(dirname "$0")/.."
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
scripts/mpirun.sh 8 build/engine_bench "$lines"
build/sweep_bench "$lines"
build/projection_bench "$lines"
scripts/mpirun.sh 8 build/sum_bench "$lines"
scripts/mpirun.sh 8 build/clock_bench "$lines"
build/matching_bench "$lines"
scripts/mpirun.sh 2 build/boost_bench "$lines"
build/libsvm_bench "$lines"
build/cell_bench "$lines" build/fdskl
build/speed_bench "$lines" build/fdskl
build/private_bench "$lines" build/fdskl
build/bits_bench "$lines"
build/estimate_bench "$lines" build/fdskl
build/bench_report "$lines" results
