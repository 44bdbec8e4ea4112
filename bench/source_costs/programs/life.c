/* The game of life on a torus, 20 generations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return how many of the eight cells around row "i", column "j" live. */
static int around(long n, const unsigned char *cell, long i, long j) {
  const long up = (i + n - 1) % n * n;
  const long down = (i + 1) % n * n;
  const long left = (j + n - 1) % n;
  const long right = (j + 1) % n;
  return cell[up + left] + cell[up + j] + cell[up + right] +
         cell[i * n + left] + cell[i * n + right] + cell[down + left] +
         cell[down + j] + cell[down + right];
}

/* Let n rows live. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 64;
  unsigned char *now = malloc((size_t)(n * n));
  unsigned char *then = malloc((size_t)(n * n));
  for (long i = 0; i < n * n; i++)
    now[i] = (unsigned)i * 2654435761u >> 30 == 0;
  for (int k = 0; k < 20; k++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        const int living = around(n, now, i, j);
        then[i * n + j] = living == 3 || (living == 2 && now[i * n + j]);
      }
    memcpy(now, then, (size_t)(n * n));
  }
  long alive = 0;
  for (long i = 0; i < n * n; i++)
    alive += now[i];
  printf("checksum %ld\n", alive);
  free(now);
  free(then);
  return 0;
}
