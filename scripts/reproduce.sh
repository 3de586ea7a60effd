#!/usr/bin/env bash
# reproduce.sh [options of `fdskl reproduce`]: every cell that has no row yet, then what is made of the rows.
# REQUIRES: build/fdskl is built.
set -euo pipefail
cd "$(dirname "$0")/.."
build/fdskl reproduce "$@"
case " $* " in *" --dry-run "* | *" --help "*) exit ;; esac

# What else there is to do, in order: commands of fdskl that need no more than the stored tables.
# To come: comm theory claims figures tables report.
steps=()
for step in ${steps[@]+"${steps[@]}"}; do build/fdskl "$step"; done
