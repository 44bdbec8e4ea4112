#!/usr/bin/env bash
# Processor time and memory of the commands that one waits for, on the samples
# and on programs given: see interactive.py.
# usage: bench/interactive.sh BUILD_DIR [PROGRAM...] [-- FLAGS]
#   BUILD_DIR   a release build (cmake --preset release)
#   PROGRAM     a C file, or the files of one program joined by `+`
# With LCM_BENCH_SMALL=1 a few samples with generous limits: a test that takes
# seconds.
set -euo pipefail
exec python3 "$(dirname "$0")/interactive.py" "$@"
