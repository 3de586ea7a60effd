#!/usr/bin/env bash
# build.sh PRESET [configure]: configures where needed and builds (or only configures) one of the CMake presets.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
dir=build
[ "$preset" = release ] || dir=build-$preset
[ -f "$dir/build.ninja" ] || cmake --preset "$preset" -DCMAKE_PREFIX_PATH="$(cat build/arrow-prefix)" >"/tmp/fdskl-configure.$$" ||
  { cat "/tmp/fdskl-configure.$$" >&2; rm -f "/tmp/fdskl-configure.$$"; exit 1; }
rm -f "/tmp/fdskl-configure.$$"
[ "${2:-}" = configure ] || cmake --build "$dir"
