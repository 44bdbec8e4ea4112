#!/bin/sh
# Installs what lcm needs to build and to be tested, on Debian 12 or newer;
# only what is missing, as root or through sudo.  Needs no network where
# nothing is missing.
set -eu

needed='gcc g++ libc6-dev cmake ninja-build pkg-config
        libclang-19-dev libgsl-dev libgraphviz-dev graphviz libisl-dev
        libgmp-dev libjansson-dev libxxhash-dev libcmocka-dev
        python3 python3-jsonschema clang-19 clang-format libomp-19-dev
        libclang-rt-19-dev git patch'
# Better with than without: the newest libclang, a faster rebuild, a locale
# with a decimal comma, cachegrind to compare counts with, gnuplot to run what
# lcm fit writes for it, two MPI libraries to measure and profile,
# llvm-symbolizer for the lines of profiled programs, otf2-print and the library
# of OTF2 for traces, the browser in which pages are tried, the editor in which
# the language server is, what makes a site of the documents.
wanted='llvm libclang-22-dev ccache locales valgrind gnuplot-nox
        openmpi-bin libopenmpi-dev mpich libmpich-dev otf2-tools
        libopen-trace-format2-dev chromium neovim mkdocs mkdocs-material'

# Return whether the package "$1" is installed.
is_installed() {
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q ' installed$'
}

# Print those of the packages "$@" that are not installed.
missing_of() {
  for package in "$@"; do
    is_installed "$package" || printf '%s ' "$package"
  done
}

# Run "$@" as root, with nothing that asks.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    echo "setup: '$*' needs root: become root or install sudo" >&2
    return 1
  fi
}

# Install the packages "$@".
install() {
  as_root apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends \
    "$@" >/dev/null
}

# Install what is missing; what is only wanted may fail.
install_missing() {
  missing=$(missing_of $needed)
  extra=$(missing_of $wanted)
  [ -n "$missing$extra" ] || return 0
  echo "setup: installing $missing$extra"
  as_root apt-get -qq update || echo 'setup: no new package lists' >&2
  [ -z "$missing" ] || install $missing
  for package in $extra; do
    install "$package" || echo "setup: going on without $package" >&2
  done
}

# Make a locale with a decimal comma; the tests do with less.
make_comma_locale() {
  locale -a | grep -q '^de_DE' && return 0
  command -v localedef >/dev/null || return 0
  as_root localedef -i de_DE -f UTF-8 de_DE.UTF-8 2>/dev/null ||
    echo 'setup: going on without the locale de_DE' >&2
}

# Get what looks for obstacles in pages, where npm is there and gets it soon.
get_axe() {
  cd "$(dirname "$0")/.."
  axe=build/npm/node_modules/axe-core/axe.min.js
  command -v npm >/dev/null && [ ! -e "$axe" ] || return 0
  timeout 60 npm install --silent --no-audit --no-fund --fetch-retries 0 \
    --prefix build/npm axe-core@4 >/dev/null 2>&1 ||
    echo 'setup: going on without axe-core' >&2
}

command -v apt-get >/dev/null || {
  echo 'setup: this is no Debian: install by hand:' $needed >&2
  exit 1
}
install_missing
make_comma_locale
get_axe
