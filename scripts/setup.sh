#!/usr/bin/env bash
# Prepares a fresh Debian 12 for building: apt packages, Arrow, the tests' npm package. Installs only what is missing.
# It was tried on Debian 13 too, in a debootstrap. Ubuntu 24.04 has all packages under these names (except Chromium, see
# below), according to a dry run of apt on its archive, but the project has not been built there. Ubuntu's mirrors do not
# have Arrow's source: install Arrow by hand there (scripts/arrow.sh says so).
#
#   scripts/setup.sh         what building and running needs
#   scripts/setup.sh test    and what `make test` needs as well
#   scripts/setup.sh check   and what `make check` needs as well
#   scripts/setup.sh fuzz    and what `make fuzz` needs as well
#
# Downloads are verified: apt checks the archive's signature on binary and source packages, npm the hashes of
# scripts/npm/package-lock.json (and no npm package's own scripts run). The script says what it installs.
#
# Without root and sudo it prints the one command to run and stops.
set -euo pipefail
cd "$(dirname "$0")/.."

build=(g++ cmake ninja-build pkg-config git ca-certificates curl dpkg-dev xz-utils openmpi-bin libopenmpi-dev libeigen3-dev
  libsvm-dev libcli11-dev libtomlplusplus-dev libfmt-dev librandom123-dev libssl-dev libsodium-dev libgmp-dev libboost-iostreams-dev
  libboost-math-dev liblzma-dev libbz2-dev zlib1g-dev liblz4-dev libzstd-dev gnuplot-nox libgtest-dev
  unzip catdoc)
test=(libsvm-tools iproute2 chromium fonts-dejavu-core slurmctld slurmd slurm-client munge python3-sklearn)
check=(clang clang-format clang-tidy libclang-dev llvm-dev)
fuzz=(clang libclang-rt-dev)

# Ubuntu differs: its chromium is a snap, which needs a running snapd. Without it, the tests in a browser are skipped.
. /etc/os-release
if [ "${ID:-}" = ubuntu ]; then
  for i in "${!test[@]}"; do [ "${test[i]}" != chromium ] || unset "test[i]"; done
fi

wanted=("${build[@]}")
case ${1:-} in
  "") ;;
  test) wanted+=("${test[@]}") ;;
  check) wanted+=("${check[@]}") ;;
  fuzz) wanted+=("${fuzz[@]}") ;;
  *) echo "setup.sh: unknown argument '$1'. Valid: test, check, fuzz." >&2; exit 1 ;;
esac
if [ "${1:-}" = test ] && ! { command -v node && command -v npm; } >/dev/null; then wanted+=(nodejs npm); fi

missing=()
for package in "${wanted[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  install="apt-get install -y --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" = 0 ]; then root=()
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then root=(sudo)
  else
    echo "setup.sh: packages are missing, and there is neither root nor sudo. Ask an administrator to run:" >&2
    echo "  apt-get update && $install" >&2
    exit 1
  fi
  echo "setup: installing ${missing[*]}"
  "${root[@]}" apt-get -q update
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive $install
fi

prefix=$(scripts/arrow.sh)
mkdir -p build
printf '%s\n' "$prefix" >build/arrow-prefix

if [ "${1:-}" = test ]; then
  cache=${FDSKL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fdskl}
  mkdir -p "$cache"
  exec 9>"$cache/node.lock"
  flock 9
  lock=$(sha256sum <scripts/npm/package-lock.json)
  if [ "$(cat "$cache/node/complete" 2>/dev/null)" != "$lock" ]; then
    echo "setup: installing npm's apache-arrow and what it needs for the tests, by the hashes of scripts/npm/package-lock.json"
    rm -rf "$cache/node"
    mkdir -p "$cache/node"
    cp scripts/npm/package.json scripts/npm/package-lock.json "$cache/node"
    npm ci --ignore-scripts --loglevel=error --no-audit --no-fund --prefix "$cache/node"
    echo "$lock" >"$cache/node/complete"
  fi
fi
