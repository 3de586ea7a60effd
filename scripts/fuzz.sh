#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...]: runs each fuzz target of build-fuzz for so long, or the given ones, and prints how many
# executions it made. What they find is kept in build-fuzz/corpus and built upon the next time. Fails when one crashed, leaked,
# took more than 2 GB or more than 20 s for an input, and says where the input is: put it into the target's corpus in the
# sources, where `make test` replays it, and mend the code.
# Inputs are at most twice as long as the longest sample: short ones are quick, and say as much.
# There is no more than 512 MB for one object: Arrow asks for as much as a damaged footer says, and takes no for an answer.
# REQUIRES: scripts/build.sh fuzz has run.
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
status=0
while read -r target folder; do
  name=${target%_fuzz}
  [ $# -eq 0 ] || [[ " $* " == *" $target "* || " $* " == *" $name "* ]] || continue
  found=build-fuzz/corpus/$name log=build-fuzz/$target.log
  mkdir -p "$found" "build-fuzz/crashes"
  largest=$(find "$folder/corpus/$name" -type f -printf '%s\n' | sort -n | tail -1)
  longest=$((largest * 2 > 512 ? largest * 2 : 512))
  ASAN_OPTIONS=max_allocation_size_mb=512:allocator_may_return_null=1:detect_leaks=1 "build-fuzz/$target" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=2048 -malloc_limit_mb=1000000 -max_len=$longest -print_final_stats=1 -artifact_prefix="build-fuzz/crashes/$name-" \
    "$found" "$folder/corpus/$name" >"$log" 2>&1
  code=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if [ $code -eq 0 ]; then
    echo "$name: ${executions:-0} executions, $(ls "$found" | wc -l) inputs kept, nothing found"
  else
    echo "$name: ${executions:-?} executions, then it failed; see $log"
    grep -m 3 -E 'ERROR|SUMMARY|Test unit written|what\(\)' "$log"
    status=1
  fi
done <build-fuzz/fuzzers.txt
exit $status
