#!/usr/bin/env bash
# Runs the benchmarks and checks the ratios; absolute times are only printed.
# usage: bench/run.sh BUILD_DIR [SQLITE3_C]
#   BUILD_DIR   a release build (cmake --preset release)
#   SQLITE3_C   sqlite3.c of the amalgamation (about 240,000 lines); without it
#               one is made from Debian's source package where apt can fetch it
# Exit status 1 when a ratio is beyond its goal.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: bench/run.sh BUILD_DIR [SQLITE3_C]}" && pwd)
sqlite=${2:-}
failed=0

# The median of five runs of a command that prints seconds.
median() { for _ in 1 2 3 4 5; do "$@"; done | sort -g | sed -n 3p; }

# Seconds that a command takes, its output thrown away.
seconds() {
  local start end
  start=$(date +%s.%N)
  "$@" >/dev/null 2>&1 || true
  end=$(date +%s.%N)
  echo "$start $end" | awk '{ printf "%.6f\n", $2 - $1 }'
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

if [ -z "$sqlite" ]; then sqlite=$(fetch_sqlite) || sqlite=; fi
if [ -n "$sqlite" ]; then
  printf '%s: %d lines\n' "$(basename "$sqlite")" "$(wc -l <"$sqlite")"
  parse=$(median "$build/bench/parse_only" "$sqlite")
  constructs=$(median seconds "$build/lcm" analyze --constructs --jobs 1 "$sqlite")
  whole=$(median seconds "$build/lcm" analyze --jobs 1 --format json "$sqlite")
  printf 'libclang parse alone %.3f s, --constructs %.3f s, analyze %.3f s\n' \
    "$parse" "$constructs" "$whole"
  check 'analyze --constructs / parse' "$(ratio "$constructs" "$parse")" 1.15
  check 'analyze / parse' "$(ratio "$whole" "$parse")" 2.0
else
  echo 'sqlite3.c is not to be had: analysis not measured'
fi

read -r fragments first rate < <("$build/bench/predict" 10000 1000)
printf '%s fragments: first point %.4f s, then %.3g fragment evaluations a second\n' \
  "$fragments" "$first" "$rate"
check 'first point / 50 ms' "$(ratio "$first" 0.050)" 1.0
check '1e7 / evaluations a second' "$(ratio 1e7 "$rate")" 1.0
exit $failed
