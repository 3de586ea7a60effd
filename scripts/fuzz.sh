#!/usr/bin/env bash
# fuzz.sh SECONDS [--runs N] [TARGET...]: runs each fuzz target of build-fuzz, or the given ones, for SECONDS; with
# --runs, until each has made N executions, however long that takes. Prints a table of what they did.
# New inputs are kept in build-fuzz/corpus and used the next time. Fails if a target crashed, leaked, or took more than
# 2 GB or 20 s for an input, and says where the input is. Put it into the target's corpus in the sources, where
# `make test` replays it, and fix the code.
# Inputs are at most twice as long as the longest sample: short ones are faster, and find as much. A file NAME.dict
# beside the corpus has words that the target knows.
# One object may have at most 512 MB: Arrow asks for as much as a damaged footer says, and copes with a refusal.
# REQUIRES: scripts/build.sh fuzz has run.
set -uo pipefail
cd "$(dirname "$0")/.."
usage() { echo "fuzz.sh: $1. Use: fuzz.sh SECONDS [--runs N] [TARGET...]" >&2; exit 2; }
whole='^[1-9][0-9]*$'
[[ ${1:-} =~ $whole ]] || usage "'${1:-}' is no number of seconds"
limit=-max_total_time=$1
shift
wanted=()
while [ $# -gt 0 ]; do
  case $1 in
    --runs)
      [[ ${2:-} =~ $whole ]] || usage "'${2:-}' is no number of executions"
      limit=-runs=$2
      shift 2
      ;;
    --*) usage "unknown option '$1'" ;;
    *) wanted+=("${1%_fuzz}"); shift ;;
  esac
done
for name in "${wanted[@]}"; do
  grep -q "^${name}_fuzz " build-fuzz/fuzzers.txt || usage "no target '$name'; there are: $(sed 's/_fuzz .*//' build-fuzz/fuzzers.txt | xargs)"
done

# Inputs are chosen evenly: libFuzzer's entropic choice takes as long as the code under test where a run has many
# features (41 % of the time of fdskl_messages), and covered no more in runs of the same length.
choice=-entropic=0
# Memory that one input freed is watched until some inputs later; to watch more of it costs more time than the input itself.
export ASAN_OPTIONS=max_allocation_size_mb=512:allocator_may_return_null=1:detect_leaks=1:quarantine_size_mb=16
status=0
row='%-26s %12s %12s %8s  %s\n'
table=$(printf "$row" target executions "a second" corpus findings)
while read -r target folder; do
  name=${target%_fuzz}
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || continue
  found=build-fuzz/corpus/$name log=build-fuzz/$target.log
  mkdir -p "$found" build-fuzz/crashes
  largest=$(find "$folder/corpus/$name" -type f -printf '%s\n' | sort -n | tail -1)
  longest=$((largest * 2 > 512 ? largest * 2 : 512))
  words=()
  [ ! -f "$folder/corpus/$name.dict" ] || words=("-dict=$folder/corpus/$name.dict")
  "build-fuzz/$target" "$limit" $choice "${words[@]}" -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1000000 -max_len=$longest \
    -print_final_stats=1 -artifact_prefix="build-fuzz/crashes/$name-" "$found" "$folder/corpus/$name" >"$log" 2>&1
  code=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  each_second=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  findings=none
  if [ $code -ne 0 ]; then
    findings="failed: $log"
    status=1
    echo "$name failed; see $log"
    grep -m 3 -E 'ERROR|SUMMARY|Test unit written|what\(\)' "$log"
  fi
  table+=$'\n'$(printf "$row" "$name" "${executions:-?}" "${each_second:-?}" "$(find "$found" -type f | wc -l)" "$findings")
  echo "$name: ${executions:-?} executions"
done <build-fuzz/fuzzers.txt
echo
echo "$table"
exit $status
