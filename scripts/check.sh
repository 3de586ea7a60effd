#!/usr/bin/env bash
# Runs clang-format and clang-tidy on every C++ file that git tracks. REQUIRES: build/compile_commands.json.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files '*.cc' '*.h')
clang-format --dry-run --Werror "${files[@]}"
# clang-tidy reads only the sources that are compiled here: some need a library that may not be installed.
mapfile -t sources < <(git ls-files '*.cc' | while read -r file; do grep -qF "/$file\"" build/compile_commands.json && echo "$file"; done)
printf '%s\0' "${sources[@]}" | xargs -0 -P "$(nproc)" -n 4 clang-tidy -p build --quiet
echo "check: ${#files[@]} files are formatted, ${#sources[@]} sources are tidy"
