/* Blurs a sequence of packed frames: unpack a frame, blur it, pack it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "pack.h"

/* Blur "from" into "to"; "half" is room for a frame. */
static void blur(int n, byte from[n][n], byte half[n][n], byte to[n][n]) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        half[i][j] = across(n, from[i], j);
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i][j] = down(n, half, i, j);
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  const int frames = argc > 2 ? atoi(argv[2]) : 8;
  byte(*packed)[n][n] = malloc(frames * sizeof *packed);
  byte(*from)[n] = malloc(sizeof *packed);
  byte(*half)[n] = malloc(sizeof *packed);
  byte(*to)[n] = malloc(sizeof *packed);
  if (!packed || !from || !half || !to)
    return 2;
  fill(n, frames, packed);
  const double start = omp_get_wtime();
  for (int k = 0; k < frames; k++) {
    unpack(n, packed[k], from);
    blur(n, from, half, to);
    pack(n, to, packed[k]);
  }
  const double seconds = omp_get_wtime() - start;
  const int wrong = check(n, frames, packed);
  printf("%d frames, %d wrong, %.6f seconds\n", frames, wrong, seconds);
  free(packed);
  free(from);
  free(half);
  free(to);
  return wrong != 0;
}
