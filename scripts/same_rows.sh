#!/usr/bin/env bash
# same_rows.sh OLD NEW: runs the same small cells with two builds of the program (build/fdskl of two checkouts) and
# compares their rows, in all columns but those that depend on time, machine or commit. It is for changes that must not
# change any result: exit status 0 if all rows are equal to the last bit.
set -euo pipefail
old=$1 new=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
volatile='run|commit|dirty|flags|compiler|time|train_seconds|evaluation_seconds|peak_memory_bytes|libraries|mpi|cpu|clock_[a-z_]+'

rows() {  # PROGRAM RESULTS WORDS...: prints the rows as JSON, one column per line
  local program=$1 results=$2
  shift 2
  "$program" run "$@" --results "$results" --json 2>"$work/said" |
    tr ',' '\n' | sed 's/[][{}]//g; s/^ *//' | grep -vE "^\"($volatile)\":" || { cat "$work/said" >&2; return 1; }
}

cells=(
  "phishing fdskl --rows 2000 --features 512 --block 128"
  "phishing fdskl --rows 2000 --features 512 --block 128 --ring-bits 16 --workers 3"
  "phishing fdskl --rows 2000 --features 512 --block 128 --masking paper --workers 5 --active 3"
  "phishing fdskl --rows 2000 --features 512 --block 128 --masking none --loss smooth-hinge"
  "phishing fdskl --rows 2000 --features 512 --block 128 --masking shared --update plain --gamma 1 --workers 4"
  "phishing fdskl-private --rows 2000 --features 512 --block 128 --workers 4"
  "cod-rna fdskl --rows 2000 --features 512 --block 128 --kernel laplace --sigma 2 --split 1 --cache-partials off"
  "a9a dsg --rows 3000 --features 512 --block 128"
  "a9a dsg --rows 2000 --features 256 --block 64 --update plain --gamma 1 --decay 0.1"
  "ijcnn1 libsvm --rows 2000"
  "phishing pp-svmv --rows 800 --workers 3"
  "w8a fd-svrg --rows 3000"
  "w8a fd-svrg --rows 3000 --structure star --workers 4"
  "givemecredit secureboost --rows 2000 --key-bits 0"
  "phishing secureboost --rows 600 --trees 2 --depth 3 --key-bits 256 --insecure-keys on --workers 3 --active 1"
  "real-sim fdskl --edition stand-in --rows 400 --features 256 --block 64"
)
different=0
for cell in "${cells[@]}"; do
  read -ra words <<<"$cell"
  rows "$old" "$work/old" "${words[@]}" >"$work/a"
  rows "$new" "$work/new" "${words[@]}" >"$work/b"
  if diff "$work/a" "$work/b" >"$work/diff"; then
    echo "equal      $cell"
  else
    echo "different  $cell"
    sed 's/^/  /' "$work/diff"
    different=1
  fi
done
exit $different
