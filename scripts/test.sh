#!/bin/sh
# Sets up, builds with gcc and clang and against the oldest and the newest
# libclang, and tests.  The last line is ctest's summary of the whole suite
# (address and undefined behaviour sanitizers, warnings are errors); the exit
# status is 0 where everything passed.  Logs are in build/logs.
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

# Build everything but the tests with clang.
with_clang() {
  build clang -DCMAKE_C_COMPILER=clang-19 -DCMAKE_BUILD_TYPE=Release \
    -DLCM_WERROR=ON -DBUILD_TESTING=OFF -DLCM_BENCH=ON
}

# Compare running times with each other, on small inputs with generous limits.
ratios() {
  LCM_BENCH_SMALL=1 bench/run.sh build/clang &&
    LCM_BENCH_SMALL=1 bench/interactive.sh build/clang
}

# Run tests of what is built against libclang 22, as the options "$@" say.
ctest_22() {
  ctest --test-dir build/libclang22 --output-on-failure -j "$(nproc)" "$@"
}

# Build against libclang 22 and run what reads C: the golden tests one in three,
# all of them in the suite below; LCM_TEST_ALL=1: all of them here, too.
with_libclang_22() {
  every=3
  [ -z "${LCM_TEST_ALL:-}" ] || every=1
  build libclang22 -DLCM_LIBCLANG=22 -DCMAKE_BUILD_TYPE=Debug \
    -DLCM_WERROR=ON &&
    ctest_22 -R '^test_(analy|clang|lower|pragma|flags|construct)' &&
    ctest_22 -R '^cli_(bad_input|file_names|lsp|no_crash|typical)' &&
    ctest_22 -R '^golden_' -I "1,,$every"
}

# Build as developers do: sanitizers, warnings are errors; but only with lines
# of source for what the sanitizers say, which takes half the time and room.
with_sanitizers() {
  cmake --preset dev -DCMAKE_C_FLAGS_DEBUG=-g1 && cmake --build --preset dev
}

mkdir -p "$log" || exit 1
scripts/setup.sh || exit 1
if command -v ccache >/dev/null; then
  CMAKE_C_COMPILER_LAUNCHER=ccache
  export CMAKE_C_COMPILER_LAUNCHER
fi
quietly clang with_clang && quietly ratios ratios
if [ -e /usr/lib/llvm-22/include/clang-c/Index.h ]; then
  quietly libclang22 with_libclang_22
fi
quietly build with_sanitizers || exit 1
ctest --preset dev -j "$(nproc)" >"$log/ctest" 2>&1 || {
  failed=1
  sed -n '/Failed\|\*\*\*\|not ok\|ERROR\|error:\|differs/p' "$log/ctest" |
    head -n 100
}
grep 'tests passed' "$log/ctest" || {
  tail -n 40 "$log/ctest"
  failed=1
}
exit $failed
