#!/usr/bin/env bash
# The style checks, on every C++ file that git tracks: clang-format; one definition of each name (odr.sh); clang-tidy.
# REQUIRES: build/compile_commands.json.
#
# clang-tidy would spend three quarters of its time in headers that are not ours. So it reads Eigen, GoogleTest and the
# standard library from clang's own precompiled headers (it cannot use GCC's), and visits only our declarations
# (tidy_scope.cc).
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files '*.cc' '*.h')
clang-format --dry-run --Werror "${files[@]}"
scripts/odr.sh

mkdir -p build/tidy
clang=$(dirname "$(readlink -f "$(command -v clang-tidy)")")
if [ scripts/tidy_scope.cc -nt build/tidy/scope.so ] || [ "$clang/clang-tidy" -nt build/tidy/scope.so ]; then
  "$clang/clang++" -std=c++17 -O1 -fno-rtti -fPIC -shared -isystem "$clang/../include" -o build/tidy/scope.so scripts/tidy_scope.cc
fi
for kind in library test; do
  words=$(sed -nE "/precompiled_$kind\.dir\/cmake_pch\.hxx\.gch -c/ { s/.*\"command\": \"[^ ]* (.*) -Winvalid-pch .*/\1/; p; q }" build/compile_commands.json)
  # shellcheck disable=SC2086
  "$clang/clang++" $words -Wno-unknown-warning-option -Wno-pragma-system-header-outside-header -x c++-header \
    -o build/tidy/$kind.pch build/CMakeFiles/precompiled_$kind.dir/cmake_pch.hxx
done
sed -E 's/ -Winvalid-pch//; s| -include ([^ ]*)/CMakeFiles/precompiled_([a-z]*)\.dir/cmake_pch\.hxx| -include-pch \1/tidy/\2.pch|' \
  build/compile_commands.json >build/tidy/compile_commands.json
tidy=("$clang/clang-tidy" --quiet "--load=$PWD/build/tidy/scope.so" --checks=own-scope)

# With another version of clang, tidy_scope.cc might silently narrow the visit to nothing. So a known mistake must be
# found first.
printf '#include <string>\n#include <string>\nbool None(const std::string& text) {\n  if (text.size() == 0) return true;\n  else return false;\n}\n' >build/tidy/wrong.cc
found=$("${tidy[@]}" build/tidy/wrong.cc -- -std=c++20 2>/dev/null || true)
for check in readability-duplicate-include readability-container-size-empty readability-else-after-return readability-simplify-boolean-expr; do
  grep -q "error: .*\[$check" <<<"$found" || { echo "check: clang-tidy does not find what $check should in build/tidy/wrong.cc" >&2; exit 1; }
done

# A source that is compiled only if some library is installed cannot be read without it.
mapfile -t sources < <(git ls-files '*.cc' | while read -r file; do grep -qF "/$file\"" build/compile_commands.json && echo "$file"; done)
printf '%s\0' "${sources[@]}" | xargs -0 -P "$(nproc)" -n 4 "${tidy[@]}" -p build/tidy
echo "check: ${#files[@]} files are formatted, ${#sources[@]} sources are tidy"
