#!/usr/bin/env bash
# The style checks, on every C++ file that git tracks: clang-format; one definition of each name (odr.sh); clang-tidy.
# REQUIRES: build/compile_commands.json.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files '*.cc' '*.h')
clang-format --dry-run --Werror "${files[@]}"
scripts/odr.sh
# Clang cannot use GCC's precompiled headers, and would read them as text for every file.
mkdir -p build/tidy
sed -E 's/ -Winvalid-pch//; s/ -include [^ ]*cmake_pch\.hxx//' build/compile_commands.json >build/tidy/compile_commands.json
# One that is compiled only where a library is installed cannot be read elsewhere.
mapfile -t sources < <(git ls-files '*.cc' | while read -r file; do grep -qF "/$file\"" build/compile_commands.json && echo "$file"; done)
printf '%s\0' "${sources[@]}" | xargs -0 -P "$(nproc)" -n 4 clang-tidy -p build/tidy --quiet
echo "check: ${#files[@]} files are formatted, ${#sources[@]} sources are tidy"
