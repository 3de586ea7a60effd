#!/usr/bin/env bash
# build.sh PRESET [configure | TARGET...]: configures one of the CMake presets if needed. Then builds it, or only the
# given targets; with `configure`, builds nothing.
# REQUIRES: scripts/setup.sh has run; it writes Arrow's prefix to build/arrow-prefix.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
dir=build
[ "$preset" = release ] || dir=build-$preset
if [ ! -f "$dir/build.ninja" ] || [ "${2:-}" = configure ]; then
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  cmake --preset "$preset" -DCMAKE_PREFIX_PATH="$(cat build/arrow-prefix)" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
fi
[ "${2:-}" != configure ] || exit 0
shift
cmake --build "$dir" ${1:+--target "$@"}
