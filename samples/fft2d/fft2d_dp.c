/* Two-dimensional FFT, data parallel: all processors work on every step of
 * one matrix after the other (Crovella 1994, figure 6.7). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "fft.h"

// lcm: param n = 256 in 4..16384 "side of the matrix, a power of two"
// lcm: param itors = 8 in 1..1024 "number of matrices"

/* Fill "a" with the input of iteration "k". */
static void initialize(size_t n, cplx a[n][n], size_t k) {
#pragma omp parallel for schedule(static)
  // lcm: fragment initialize
  // lcm: model pc = (init = 1.0 +/- 0.05) ns * n^2
  // lcm: output a[i][0:n]
  for (size_t i = 0; i < n; i++)
    fill(n, a[i], i, k);
}

/* Transform the rows of "a". */
static void cffts(size_t n, cplx a[n][n]) {
#pragma omp parallel for schedule(static)
  // lcm: fragment cffts
  // lcm: model pc = (fft = 1.4 +/- 0.1) ns * n^2 * log2(n)
  // lcm: input a[i][0:n]
  // lcm: output a[i][0:n]
  for (size_t i = 0; i < n; i++)
    fft(n, a[i]);
}

/* Put the transpose of "a" into "b". */
static void transpose(size_t n, cplx a[n][n], cplx b[n][n]) {
#pragma omp parallel for schedule(static)
  // lcm: fragment transpose
  // lcm: model pc = (turn = 4 +/- 2) ns * n^2
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      b[i][j] = a[j][i];
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 256;
  const size_t itors = argc > 2 ? strtoul(argv[2], NULL, 10) : 8;
  cplx(*a)[n][n] = malloc(itors * sizeof *a);
  cplx(*b)[n][n] = malloc(itors * sizeof *b);
  if (!a || !b)
    return 2;
  const double start = omp_get_wtime();
  for (size_t k = 0; k < itors; k++) {
    initialize(n, a[k], k);
    cffts(n, a[k]);
    transpose(n, a[k], b[k]);
    cffts(n, b[k]);
  }
  const double seconds = omp_get_wtime() - start;
  // lcm: begin check
  // lcm: ignore
  double error = 0;
  for (size_t k = 0; k < itors; k++)
    if (transform_error(n, b[k], k) > error)
      error = transform_error(n, b[k], k);
  // lcm: end check
  printf("n %zu itors %zu error %.1e seconds %.6f\n", n, itors, error, seconds);
  free(a);
  free(b);
  return error < 1e-10 ? 0 : 1;
}
