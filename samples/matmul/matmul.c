/* Matrix product, rows of the result divided among the threads. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param n = 256 in 1..32768 "side of the matrices"

/* Put the product of "a" and "b" into "c". */
static void matmul(size_t n, double a[n][n], double b[n][n], double c[n][n]) {
#pragma omp parallel for schedule(static)
  // lcm: fragment row
  // lcm: model work per iteration = (madd = 0.4 +/- 0.1) ns * n^2
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++)
      c[i][j] = 0;
    for (size_t k = 0; k < n; k++)
      for (size_t j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

/* Return the largest difference between "c" x and "a" ("b" x) for a vector x
 * of ones and minus ones (Freivalds' check). */
static double residual(size_t n, double a[n][n], double b[n][n],
                       double c[n][n]) {
  double *bx = calloc(n, sizeof *bx);
  double largest = 0;
  for (size_t i = 0; bx && i < n; i++)
    for (size_t j = 0; j < n; j++)
      bx[i] += (j % 3 ? 1 : -1) * b[i][j];
  for (size_t i = 0; bx && i < n; i++) {
    double left = 0;
    double right = 0;
    for (size_t j = 0; j < n; j++) {
      left += (j % 3 ? 1 : -1) * c[i][j];
      right += a[i][j] * bx[j];
    }
    largest = fmax(largest, fabs(left - right));
  }
  free(bx);
  return bx ? largest : INFINITY;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 256;
  double(*a)[n] = malloc(n * sizeof *a);
  double(*b)[n] = malloc(n * sizeof *b);
  double(*c)[n] = malloc(n * sizeof *c);
  if (!a || !b || !c)
    return 2;
  // lcm: ignore
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      a[i][j] = (double)((i * 31 + j * 17) % 101) / 101;
      b[i][j] = (double)((i * 13 + j * 71) % 97) / 97;
    }
  const double start = omp_get_wtime();
  matmul(n, a, b, c);
  const double seconds = omp_get_wtime() - start;
  // lcm: ignore
  const double error = residual(n, a, b, c);
  printf("n %zu error %.1e seconds %.6f\n", n, error, seconds);
  free(a);
  free(b);
  free(c);
  return error < 1e-8 * (double)n ? 0 : 1;
}
