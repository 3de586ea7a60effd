#!/usr/bin/env bash
# Prints the prefix under which CMake finds Apache Arrow; installs or builds Arrow first if there is none.
#
# Order: an installed Arrow; the per-user cache; `libarrow-dev`, if apt has it; the source package of a newer Debian
# suite, built once into the cache. Only the prefix goes to standard output, everything else to standard error.
# Prints an empty line if Arrow is installed where CMake finds it without a prefix.
#
# Safe to call from several checkouts at once (it takes a lock) and to kill (the `complete` mark is written last).
set -euo pipefail

say() { printf 'arrow: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

cache=${FDSKL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fdskl}
compiler=$(basename "${CXX:-g++}")-$("${CXX:-g++}" -dumpfullversion)-$(uname -m)

installed() {
  local dir
  for dir in ${Arrow_DIR:-} /usr/lib/*/cmake/Arrow /usr/lib*/cmake/Arrow /usr/local/lib*/cmake/Arrow; do
    [ -f "$dir/ArrowConfig.cmake" ] && return 0
  done
  return 1
}

cached() {
  local dir
  for dir in $(ls -d "$cache"/arrow-*-"$compiler" 2>/dev/null | sort -rV); do
    [ -f "$dir/complete" ] && { printf '%s\n' "$dir/prefix"; return 0; }
  done
  return 1
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# Lists the newer suites in a private apt configuration and leaves the machine's own untouched. The mirror's address and
# the keyring are those of the machine.
private_apt() {
  local work=$1 mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | { grep -v security || true; } | head -n 1)
  [ -n "$mirror" ] || die "no Debian mirror in this machine's apt configuration: install Arrow (C++, with CMake files) by hand and set Arrow_DIR to the folder of its ArrowConfig.cmake"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  local suite kind
  for suite in testing unstable; do
    for kind in deb deb-src; do
      printf '%s [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$kind" "$mirror" "$suite"
    done
  done >"$work/sources.list"
  apt=(-q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root -o APT::Get::AllowUnauthenticated=false
    -o Acquire::AllowInsecureRepositories=false -o Acquire::AllowDowngradeToInsecureRepositories=false)
  apt-get "${apt[@]}" update >&2 || die "cannot reach the Debian mirror $mirror"
}

# -O1 compiles faster than -O2, and costs nothing here: Arrow copies bytes, and the system's lz4 and zstd compress them.
build() {
  local work=$1 version target
  private_apt "$work"
  version=$(apt-cache "${apt[@]}" showsrc apache-arrow | sed -n 's/^Version: *//p' | sort -V | tail -n 1)
  [ -n "$version" ] || die "the newer Debian suites no longer carry the source package apache-arrow"
  target=$cache/arrow-${version%%-*}-$compiler
  say "downloading the source package apache-arrow $version and libxsimd-dev, by the archive's signature"
  say "building Arrow $version into $target (about ten CPU-minutes, once for this user)"
  rm -rf "$target"
  mkdir -p "$target/prefix"
  (cd "$work" && apt-get "${apt[@]}" source --download-only "apache-arrow=$version" >&2 &&
    apt-get "${apt[@]}" download libxsimd-dev >&2) || die "download failed"
  dpkg-deb -x "$work"/libxsimd-dev_*.deb "$work/xsimd"
  cp -r "$work/xsimd/usr/." "$target/prefix/"
  mkdir "$work/src"
  tar -xf "$work"/apache-arrow_*.orig.tar.?z -C "$work/src" --strip-components 1
  cmake -S "$work/src/cpp" -B "$work/build" -G Ninja -Wno-dev -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
    -DCMAKE_INSTALL_PREFIX="$target/prefix" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_PREFIX_PATH="$target/prefix" \
    -DARROW_BUILD_STATIC=ON -DARROW_BUILD_SHARED=OFF -DARROW_DEPENDENCY_SOURCE=SYSTEM -DARROW_SIMD_LEVEL=NONE \
    -DARROW_RUNTIME_SIMD_LEVEL=NONE -DARROW_IPC=ON -DARROW_CSV=ON -DARROW_COMPUTE=OFF -DARROW_PARQUET=OFF \
    -DARROW_FILESYSTEM=OFF -DARROW_WITH_LZ4=ON -DARROW_WITH_ZSTD=ON -DARROW_WITH_UTF8PROC=OFF -DARROW_WITH_RE2=OFF \
    -DARROW_JEMALLOC=OFF -DARROW_MIMALLOC=OFF -DXSIMD_ENABLE_XTL_COMPLEX=OFF >"$work/log" 2>&1 &&
    cmake --build "$work/build" --parallel >>"$work/log" 2>&1 &&
    cmake --install "$work/build" >>"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; die "the build failed"; }
  touch "$target/complete"
}

if installed; then echo; exit 0; fi
if cached; then exit 0; fi
if [ -n "$(apt-cache policy libarrow-dev 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9].*\)/\1/p')" ]; then
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libarrow-dev >&2
  echo
  exit 0
fi
mkdir -p "$cache"
exec 9>"$cache/arrow.lock"
flock -n 9 || { say "waiting for another build of Arrow to end"; flock 9; }
if cached; then exit 0; fi
rm -rf "$cache"/arrow-work.*  # left by a killed build; safe, since we hold the lock
work=$(mktemp -d "$cache/arrow-work.XXXXXX")
trap 'rm -rf "$work"' EXIT
build "$work"
cached
