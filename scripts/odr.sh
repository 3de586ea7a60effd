#!/usr/bin/env bash
# odr.sh: fails where two definitions of one name would meet in the program.         REQUIRES: build/compile_commands.json
#
# Types:     every source of the program is compiled once more for link-time optimisation, without optimising, and all
#            are linked together. GCC's -Wodr compares the definitions of each class, struct and enum (warnings are
#            errors).
# Functions: a function that is inline in one object and not in another has two definitions, and the linker would
#            silently take one (two that are not inline do not link anyway).
# Objects are kept in build/odr/ and made again if a source or a header is newer.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/odr
common=build/odr/common.h
if [ ! -f $common.gch ]; then
  cp build/CMakeFiles/precompiled_library.dir/cmake_pch.hxx $common
  words=$(sed -nE '/precompiled_library.dir\/precompiled.cc.o/ { s/.*"command": "[^"]*(c\+\+|g\+\+) ([^"]*) -o .*/\2/; s/ -include [^ ]*//; s/ -O[0-9s]//g; s/ -march=native//; p }' build/compile_commands.json | head -n 1)
  # shellcheck disable=SC2086
  g++ $words -w -O0 -flto -fno-fat-lto-objects -x c++-header -o $common.gch $common
fi
# Prints a line for each source of the program, without tests and benches: its object, then its command.
commands() {
  tr -d '\n' <build/compile_commands.json | sed 's/},/}\n/g' |
    sed -nE 's/.*"directory": "([^"]*)".*"command": "(.*)",[[:space:]]*"file": "([^"]*)".*/\3\t\1\t\2/p' | sed 's/\\\\/\x01/g; s/\\"/"/g; s/\x01/\\/g'
}
makefile=build/odr/Makefile
{
  echo 'objects :='
  echo 'all: checked'
  commands | while IFS=$'\t' read -r file directory command; do
    source=${file#"$PWD"/}
    case $source in *_test.cc | *_bench.cc | *_fuzz.cc | *.c | build/* | *_main.cc) continue ;; esac
    [ -f "$source" ] || continue
    object=build/odr/${source//\//_}.o
    # Without optimisation, and therefore with its own precompiled header.
    words=$(sed -E 's/ -include [^ ]*cmake_pch\.hxx//; s/ -o [^ ]+ -c .*//; s/ -O[0-9s]//g; s/ -march=native//; s/^[^ ]*ccache //' <<<"$command")
    printf 'objects += %s\n%s: %s\n\t@cd %s && %s -w -O0 -flto -fno-fat-lto-objects -include %s -MMD -MP -MT %s -MF %s.d -o %s -c %s\n-include %s.d\n' \
 "$object" "$object" "$source" "$directory" "$words" "$PWD/build/odr/common.h" "$object" "$PWD/$object" "$PWD/$object" "$file" "$object"
  done
  printf 'checked: $(objects)\n\t@%s $(objects)\n' 'g++ -r -nostdlib -flto -O0 -flinker-output=rel -Werror=odr -Werror=lto-type-mismatch -o build/odr/program.o'
} >"$makefile"
make --no-print-directory -s -j "$(nproc)" -f "$makefile"
clash=$(sed -n 's/^objects += //p' $makefile | xargs gcc-nm --defined-only | awk '
  /:$/ { object = $1; next }
  $2 == "T" { strong[$3] = strong[$3] " " object }
  $2 == "W" { weak[$3] = weak[$3] " " object }
  END { for (name in strong) if (name in weak && name ~ /5fdskl/) print name " is defined in" strong[name] " and, inline, in" weak[name] }' | c++filt)
if [ -n "$clash" ]; then
  echo "odr: two definitions of one function:" >&2
  echo "$clash" >&2
  exit 1
fi
echo "odr: every name of the program has one definition"
