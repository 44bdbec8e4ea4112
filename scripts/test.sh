#!/bin/sh
# Sets up, builds with clang against the newest libclang and with gcc against
# the oldest, makes the site of the documents, and tests.  The last line is
# ctest's summary of the whole suite (address and undefined behaviour
# sanitizers, warnings are errors); the exit status is 0 where everything passed.
# Logs are in build/logs.  LCM_TEST_ALL=1 asks both builds everything, which
# takes an hour and more.
set -u
cd "$(dirname "$0")/.."
LC_ALL=C
export LC_ALL
log=build/logs
failed=0

# Run "$@" with its output in the log "$1"; on failure show the end of it.
quietly() {
  name=$1
  shift
  if "$@" >"$log/$name" 2>&1; then
    echo "$name: ok"
  else
    echo "$name: FAILED ($log/$name ends:)"
    tail -n 40 "$log/$name"
    failed=1
    return 1
  fi
}

# Configure build/"$1" with the options "$@" after it, and build all of it.
build() {
  directory=build/$1
  shift
  cmake -G Ninja -B "$directory" "$@" && cmake --build "$directory"
}

# Build everything but the tests with clang, against the newest libclang where
# it is installed.
with_clang() {
  build clang -DCMAKE_C_COMPILER=clang-19 -DCMAKE_BUILD_TYPE=Release \
    -DLCM_WERROR=ON -DBUILD_TESTING=OFF -DLCM_BENCH=ON ${newest:+"$newest"}
}

# Compare running times with each other, on small inputs with generous limits.
ratios() {
  LCM_BENCH_SMALL=1 bench/run.sh build/clang &&
    LCM_BENCH_SMALL=1 bench/interactive.sh build/clang
}

# Run tests of what is built with clang, as the options "$@" say.
ctest_clang() {
  ctest --test-dir build/clang --output-on-failure -j "$(nproc)" "$@"
}

# With that build, run what reads C; with LCM_TEST_ALL=1 the golden tests, too,
# of which two in three ask it in the suite below.
with_newest_libclang() {
  units='^test_(analy|clang|lower|pragma|flags|construct)'
  golden=${all:+'|^golden_'}
  cmake -B build/clang -DBUILD_TESTING=ON || return 1
  targets=$(ctest --test-dir build/clang -N -R "$units" |
    sed -n 's/^ *Test *#[0-9]*: //p')
  # shellcheck disable=SC2086 # one word a target
  cmake --build build/clang --target $targets &&
    ctest_clang -R "$units" &&
    ctest_clang -R "^cli_(bad_input|file_names|lsp|no_crash|typical)$golden"
}

# Build as developers do: sanitizers, warnings are errors; but only with lines
# of source for what the sanitizers say, which takes half the time and room.
with_sanitizers() {
  cmake --preset dev -DCMAKE_C_FLAGS_DEBUG=-g1 && cmake --build --preset dev
}

mkdir -p "$log" || exit 1
scripts/setup.sh || exit 1
# The interpreter of the system starts soonest, and has the modules set up above;
# others may look for an interpreter first, for longer than most tests take.
python=/usr/bin/python3
[ -x "$python" ] || python=$(python3 -c 'import sys; print(sys.executable)')
[ "$python" -ef "$(command -v python3)" ] || PATH=${python%/*}:$PATH
export PATH
if command -v ccache >/dev/null; then
  CMAKE_C_COMPILER_LAUNCHER=ccache
  CCACHE_DEPEND=1 # nothing is preprocessed for the cache alone
  export CMAKE_C_COMPILER_LAUNCHER CCACHE_DEPEND
fi
all=${LCM_TEST_ALL:-}
newest=
[ ! -e /usr/lib/llvm-22/include/clang-c/Index.h ] || newest=-DLCM_LIBCLANG=22
quietly clang with_clang && quietly ratios ratios
[ -z "$newest" ] || quietly libclang22 with_newest_libclang
! command -v mkdocs >/dev/null || quietly site scripts/site.sh build/clang/lcm
quietly build with_sanitizers || exit 1
# Tests with many runs ask the lcm with sanitizers some of them (another part
# after each commit) and the one of clang, which is five times as fast, the rest.
if [ -z "$all" ]; then
  LCM_TEST_REST=$PWD/build/clang/lcm
  LCM_TEST_TURN=$(git rev-list --count HEAD 2>/dev/null)
  export LCM_TEST_REST LCM_TEST_TURN
fi
LCM_TEST_ONCE=1 ctest --preset dev -j "$(nproc)" >"$log/ctest" 2>&1 || {
  failed=1
  sed -n '/Failed\|wrong:\|\*\*\*\|not ok\|ERROR\|error:\|differs/p' "$log/ctest" |
    head -n 100
}
grep 'tests passed' "$log/ctest" || {
  tail -n 40 "$log/ctest"
  failed=1
}
exit $failed
