/* Kernels whose data do not fit into a small cache, or do: what they move into
 * it, against cachegrind.  Rows begin at lines of 64 bytes, so that lines are
 * what they touch. */
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

__attribute__((noinline)) void triad(int n, double *restrict a,
                                     const double *restrict b,
                                     const double *restrict c) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 3 * c[i];
}

static void scale(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

/* The same array in both calls of each pass: one sweep where it fits. */
__attribute__((noinline)) void passes(int n, int times, double *a) {
  for (int t = 0; t < times; t++) {
    scale(n, a);
    scale(n, a);
  }
}

/* Fragments of one iteration share a block, which fits. */
__attribute__((noinline)) void blocks(int n, int size, double *restrict a,
                                      double *restrict b) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < size; i++)
      a[k * size + i] += 1;
    for (int i = 0; i < size; i++)
      b[k * size + i] = a[k * size + i];
  }
}

/* The vector stays, the matrix passes by. */
__attribute__((noinline)) void multiply_vector(int n, double a[restrict n][n],
                                               const double *restrict x,
                                               double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}

__attribute__((noinline)) void multiply(int n, double a[restrict n][n],
                                        double b[restrict n][n],
                                        double c[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

/* Three rows are in use at a time. */
__attribute__((noinline)) void relax(int n, double a[restrict n][n],
                                     double b[restrict n][n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

/* Half of a matrix. */
__attribute__((noinline)) void triangle(int n, double a[restrict n][n],
                                        double *restrict x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      x[j] += a[i][j];
}

/* Return memory for "n" numbers at the begin of a line. */
static double *numbers(size_t n) {
  double *x = aligned_alloc(LINE, (n * sizeof *x + LINE - 1) / LINE * LINE);
  for (size_t i = 0; x && i < n; i++)
    x[i] = (double)(i % 7);
  return x;
}

/* main KERNEL N MORE: run one of them with an empty cache. */
int main(int argc, char **argv) {
  const int n = argc > 2 ? atoi(argv[2]) : 0;
  const int more = argc > 3 ? atoi(argv[3]) : 1;
  const char *kernel = argc > 1 ? argv[1] : "";
  const int flat = !strcmp(kernel, "triad") || !strcmp(kernel, "passes");
  const int rows = flat ? 1 : n > more ? n : more;
  const size_t size = (size_t)n * (size_t)rows;
  double *a = numbers(size);
  double *b = numbers(size);
  double *c = numbers(size);
  double *other = numbers(1 << 14);
  if (!a || !b || !c || !other)
    return 1;
  if (!strcmp(kernel, "triad"))
    triad(n, a, b, c);
  else if (!strcmp(kernel, "passes"))
    passes(n, more, a);
  else if (!strcmp(kernel, "blocks"))
    blocks(n, more, a, b);
  else if (!strcmp(kernel, "multiply_vector"))
    multiply_vector(n, (double(*)[n])a, b, c);
  else if (!strcmp(kernel, "multiply"))
    multiply(n, (double(*)[n])a, (double(*)[n])b, (double(*)[n])c);
  else if (!strcmp(kernel, "relax"))
    relax(n, (double(*)[n])a, (double(*)[n])b);
  else if (!strcmp(kernel, "triangle"))
    triangle(n, (double(*)[n])a, b);
  else
    return 2;
  free(a);
  free(b);
  free(c);
  free(other);
  return 0;
}
