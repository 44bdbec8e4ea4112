#!/usr/bin/env bash
# Runs the benchmarks and checks the ratios; absolute times are only printed.
# usage: bench/run.sh BUILD_DIR [SQLITE3_C]
#   BUILD_DIR   a release build (cmake --preset release)
#   SQLITE3_C   sqlite3.c of the amalgamation (about 240,000 lines); without it
#               one is made from Debian's source package where apt can fetch it
# Processor time of whole processes is compared, so that other work on the
# machine does not matter.  With LCM_BENCH_SMALL=1 a small made file is analysed
# and the goals are generous: a test that takes seconds.
# Exit status 1 when a ratio is beyond its goal.
set -euo pipefail
export LCM_MACHINE=none
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: bench/run.sh BUILD_DIR [SQLITE3_C]}" && pwd)
sqlite=${2:-}
failed=0
goal_constructs=1.15 goal_analyze=2.0 goal_first=1 goal_runs=2

# The median of five runs of a command that prints seconds.
median() { for _ in 1 2 3 4 5; do "$@"; done | sort -g | sed -n 3p; }

# The median of the numbers "$@".
middle() { printf '%s\n' "$@" | sort -g | sed -n "$((($# + 1) / 2))p"; }

# Processor seconds that a command and its children take, output thrown away.
seconds() {
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1 || true; } 2>&1 | awk '{ printf "%.6f\n", $1 + $2 }'
}

# Seconds that pass while a command runs.
elapsed() {
  local TIMEFORMAT=%R
  { time "$@" >/dev/null 2>&1 || true; } 2>&1
}

# check NAME VALUE GOAL: report a ratio that must not exceed its goal.
check() {
  local word=ok
  awk -v v="$2" -v g="$3" 'BEGIN { exit !(v <= g) }' || { word=MISSED; failed=1; }
  printf '%-46s %8.3f  goal %s  %s\n' "$1" "$2" "$3" "$word"
}

ratio() { echo "$1 $2" | awk '{ printf "%.4f\n", $1 / $2 }'; }

# Make the amalgamation from Debian's source package.
fetch_sqlite() {
  local dir=$build/bench-sqlite
  if ! compgen -G "$dir/sqlite3-*/sqlite3.c" >/dev/null; then
    mkdir -p "$dir/parts" "$dir/lists/partial"
    sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources \
      >"$dir/parts/debian.sources"
    local apt=(-o "Dir::Etc::sourceparts=$dir/parts" -o Dir::Etc::sourcelist=/dev/null
      -o "Dir::State::lists=$dir/lists")
    (cd "$dir" && apt-get -qq "${apt[@]}" update &&
      apt-get -qq "${apt[@]}" source --download-only sqlite3 &&
      tar xf sqlite3_*.orig.tar.?z &&
      cd sqlite3-*/ && { [ -f sqlite3.c ] || { ./configure >/dev/null && make sqlite3.c >/dev/null; }; }) \
      >/dev/null 2>&1 || return 1
  fi
  compgen -G "$dir/sqlite3-*/sqlite3.c" | head -1
}

if [ -z "$sqlite" ] && [ -z "${LCM_BENCH_SMALL:-}" ]; then
  sqlite=$(fetch_sqlite) || sqlite=
fi
# compare NAME FILE: the analysis of a file against libclang's parse of it.
compare() {
  local parse constructs lcs json
  # In turn, so that a machine that gets slower does so for all of them.
  local parses=() lists=() units=()
  for _ in 1 2 3 4 5 6 7 8 9; do
    parses+=("$(seconds "$build/bench/parse_only" "$2")")
    lists+=("$(seconds "$build/lcm" analyze --no-cache --constructs --jobs 1 "$2")")
    units+=("$(seconds "$build/lcm" analyze --no-cache --jobs 1 "$2")")
  done
  parse=$(middle "${parses[@]}")
  constructs=$(middle "${lists[@]}")
  lcs=$(middle "${units[@]}")
  json=$(median seconds "$build/lcm" analyze --no-cache --jobs 1 --format json "$2")
  printf '%s (%d lines): libclang alone %.3f s, --constructs %.3f s, analyze %.3f s, as JSON %.3f s\n' \
    "$1" "$(wc -l <"$2")" "$parse" "$constructs" "$lcs" "$json"
  check "$1: --constructs / parse" "$(ratio "$constructs" "$parse")" \
    "$goal_constructs"
  check "$1: analyze / parse" "$(ratio "$lcs" "$parse")" \
    "$goal_analyze"
  printf '%-46s %8.3f\n' "$1: analyze as JSON / parse" "$(ratio "$json" "$parse")"
}

# Make a file of about 20,000 lines where sqlite3.c is not to be had.
make_small() {
  awk 'BEGIN {
    for (i = 0; i < 1000; i++)
      printf "static double f%d(int n, double *a, const double *b) {\n  double s = 0;\n  int k = n > %d ? n - 1 : n;\n#pragma omp parallel for reduction(+ : s)\n  for (int i = 0; i < n; i++) {\n    if (a[i] > b[i])\n      s += a[i] * b[i] + %d;\n    else\n      s -= a[i];\n    a[i] = s / (1 + k);\n  }\n  while (k > 0) {\n    k /= 2;\n    s += b[k];\n  }\n  switch (n %% 3) {\n  case 0: return s;\n  default: return s + k;\n  }\n}\n\n", i, i, i
  }' >"$1"
}

# Make a program with models of all executions in a run, as lcm annotate writes
# them: n^2 of them, whose coefficients all have an interval.
make_runs() {
  awk 'BEGIN {
    print "// lcm: param n = 64\nvoid work(int);"
    for (k = 0; k < 20; k++)
      printf "static void f%d(int i, int j) {\n  int a = 7 * i + j;\n  // lcm: model pc per run = (c%d = 3 +/- 0.5) us * n^2\n  // lcm: model ip per run = (d%d = 1 +/- 0.1) us * n * (procs - 1)\n  work(a);\n}\n", k, k, k
    print "int main(int argc, char **argv) {\n  int n = argc;"
    for (k = 0; k < 20; k++)
      printf "#pragma omp parallel for\n  for (int i = 0; i < n; i++)\n    for (int j = 0; j < i; j++)\n      f%d(i, j);\n", k
    print "}"
  }' >"$1"
}

if [ "${LCM_BENCH_SMALL:-}" ]; then
  goal_runs=5
  goal_constructs=3 goal_analyze=10 goal_first=10
  small=$build/bench/small.c
  make_small "$small"
  compare small.c "$small"
elif [ -n "$sqlite" ]; then
  compare sqlite3.c "$sqlite"
  made=$build/bench/made.c
  { echo '#define LOOP _Pragma("omp parallel for")'
    echo 'void made(int n, int *a) { LOOP for (int i = 0; i < n; i++) a[i] = i; }'
    cat "$sqlite"; } >"$made"
  goal_constructs=10 goal_analyze=10
  compare 'with a pragma-making macro' "$made"
else
  echo 'sqlite3.c is not to be had: analysis not measured'
fi

if [ -z "${LCM_BENCH_SMALL:-}" ] && [ -f "$build/compile_commands.json" ]; then
  lines=$(sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$build/compile_commands.json" |
    sort -u | xargs cat | wc -l)
  time=$(median elapsed "$build/lcm" analyze --no-cache -p "$build" --constructs --jobs 2)
  printf 'a code base of %d lines without headers, 2 workers: %.0f lines/s\n' \
    "$lines" "$(ratio "$lines" "$time")"
fi

read -r fragments first rate < <("$build/bench/predict" 10000 1000)
printf '%s fragments: first point %.4f s, then %.3g fragment evaluations a second\n' \
  "$fragments" "$first" "$rate"
check 'first point / 50 ms' "$(ratio "$first" 0.050)" "$goal_first"
check '1e7 / evaluations a second' "$(ratio 1e7 "$rate")" "$goal_first"

# Executions are counted by closed forms, however many there are.
runs=$build/bench/runs.c
make_runs "$runs"
few=$(median seconds "$build/lcm" predict "$runs" -D n=16 -D p=4)
many=$(median seconds "$build/lcm" predict "$runs" -D n=4096 -D p=4)
printf 'models of a run: n = 16 %.3f s, n = 4096 %.3f s\n' "$few" "$many"
check 'models of a run: n = 4096 / n = 16' "$(ratio "$many" "$few")" \
  "$goal_runs"

# Events a second of a model with random times, and seconds of analysis.
events=$("$build/bench/simulate" 100 20000)
printf '%s\n' "$events" | awk '
  $1 != "growth" { printf "simulation, %s: %.1f million events a second\n", $1, $5 / 1e6 }
  $1 == "growth" { printf "%d processes: analysed in %.6f s, simulated in %.6f s, bound : simulation %.4f\n", $2, $3, $4, $5 }'
check '5e6 / simulated events a second' \
  "$(ratio 5e6 "$(printf '%s\n' "$events" | awk '$1 == "random" { print $5 }')")" \
  "$goal_first"
# Messages a second of message-driven programs.
"$build/bench/md" 2000000

# Pictures: places of so many nodes, nothing folded, against what is allowed.
for nodes in 10000 50000; do
  read -r count _ placed dot svg folded < <("$build/bench/layout" "$nodes")
  printf '%s nodes: layout %.3f s, then as DOT %.3f s, as SVG %.3f s; layout folded %.3f s\n' \
    "$count" "$placed" "$dot" "$svg" "$folded"
  check "layout of $nodes nodes / allowed seconds" \
    "$(ratio "$placed" "$( ((nodes > 10000)) && echo 3 || echo 0.5)")" 1
done
exit $failed
