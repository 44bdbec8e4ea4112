/* Blurs a sequence of packed frames, several whole frames in parallel. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "pack.h"

// lcm: param n = 1024 in 64..8192 "side of a frame"
// lcm: param frames = 8 in 1..10000 "number of frames"

/* Blur "from" into "to"; "half" is room for a frame. */
static void blur(int n, byte from[n][n], byte half[n][n], byte to[n][n]) {
  // lcm: fragment across
  // lcm: model time per iteration = (across = 9 +/- 1) ns * n
  // lcm: input from[i][0:n]
  // lcm: output half[i][0:n]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      half[i][j] = across(n, from[i], j);
  // lcm: fragment down
  // lcm: model time per iteration = (down = 12 +/- 1.5) ns * n
  // lcm: input half[i - REACH : 2 * REACH + 1][0:n]
  // lcm: output to[i][0:n]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i][j] = down(n, half, i, j);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  const int frames = argc > 2 ? atoi(argv[2]) : 8;
  byte(*packed)[n][n] = malloc(frames * sizeof *packed);
  byte(*room)[3][n][n] = malloc(omp_get_max_threads() * sizeof *room);
  if (!packed || !room)
    return 2;
  // lcm: ignore
  fill(n, frames, packed);
  const double start = omp_get_wtime();
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < frames; k++) {
    byte(*mine)[n][n] = room[omp_get_thread_num()];
    // lcm: fragment unpack
    // lcm: model time = (unpack = 1.1 +/- 0.1) ns * n^2
    // lcm: output mine[0][0:n][0:n]
    unpack(n, packed[k], mine[0]);
    blur(n, mine[0], mine[1], mine[2]);
    // lcm: fragment pack
    // lcm: model time = (pack = 0.9 +/- 0.1) ns * n^2
    // lcm: input mine[2][0:n][0:n]
    pack(n, mine[2], packed[k]);
  }
  const double seconds = omp_get_wtime() - start;
  // lcm: ignore
  const int wrong = check(n, frames, packed);
  printf("%d frames, %d wrong, %.6f seconds\n", frames, wrong, seconds);
  free(packed);
  free(room);
  return wrong != 0;
}
