#!/bin/sh
# Fuzzes every reader of lcm for MINUTES minutes in all (10 without), on all
# processors, and prints for each target how often it was run, how much of its
# files that covered and what was found.  Installs what that needs.  Inputs that
# broke something lie in build/fuzz/found; the exit status is 1 where there are
# any.
#
# usage: fuzz.sh [MINUTES [TARGET...]]
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh
if ! command -v llvm-cov-19 >/dev/null; then
  apt-get -qq install -y --no-install-recommends llvm-19 >/dev/null ||
    echo 'fuzz: without llvm-19 coverage is not shown' >&2
fi
cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target tests/fuzz/all
exec python3 tests/fuzz/run.py build/fuzz "$@"
