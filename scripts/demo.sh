#!/bin/sh
# Builds lcm, predicts the sample fft2d on 1 to 64 processors, says which of
# its two versions wins where, and draws one of them into fft.svg.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh
if command -v ccache >/dev/null; then
  CMAKE_C_COMPILER_LAUNCHER=ccache
  export CMAKE_C_COMPILER_LAUNCHER
fi
mkdir -p build
{
  cmake --preset release -DBUILD_TESTING=OFF &&
    cmake --build --preset release
} >build/demo.log 2>&1 || {
  tail -n 40 build/demo.log
  exit 1
}

# Show the command "$@" and run it.
show() {
  echo "\$ lcm $*"
  build/release/lcm "$@"
  echo
}

show predict samples/fft2d/fft2d_dp.c samples/fft2d/fft.c \
  -D n=1024 -D p=1:64:*2
show compare samples/fft2d/fft2d_tp.c samples/fft2d/fft2d_dp.c \
  -D n=64:4096:*4 -D p=26
show graph samples/fft2d/fft2d_dp.c samples/fft2d/fft.c \
  -D n=1024 -D p=16 -o fft.svg
ls -l fft.svg
