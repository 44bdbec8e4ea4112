/* Conjugate gradients on a band matrix stored by rows, 20 steps. */
#include <stdio.h>
#include <stdlib.h>

enum { BAND = 5 };

struct matrix {
  long n;
  double *value;
  int *column;
};

/* Set "y" to "m" times "x". */
static void multiply(const struct matrix *m, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < m->n; i++) {
    double s = 0;
    for (int k = 0; k < BAND; k++)
      s += m->value[i * BAND + k] * x[m->column[i * BAND + k]];
    y[i] = s;
  }
}

/* Return the inner product of "x" and "y". */
static double dot(long n, const double *x, const double *y) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

/* Add "f" times "x" to "g" times "y". */
static void add(long n, double f, const double *x, double g, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    y[i] = f * x[i] + g * y[i];
}

/* Fill the rows of "m". */
static void fill(struct matrix *m, long n) {
  m->n = n;
  m->value = malloc((size_t)(n * BAND) * sizeof *m->value);
  m->column = malloc((size_t)(n * BAND) * sizeof *m->column);
  for (long i = 0; i < n; i++)
    for (int k = 0; k < BAND; k++) {
      const long j = i + k - BAND / 2;
      m->column[i * BAND + k] = (int)(j < 0 ? 0 : j >= n ? n - 1 : j);
      m->value[i * BAND + k] = k == BAND / 2 ? 6 : -1;
    }
}

/* Solve n equations. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  struct matrix m;
  fill(&m, n);
  double *x = calloc((size_t)n, sizeof *x);
  double *r = malloc((size_t)n * sizeof *r);
  double *p = malloc((size_t)n * sizeof *p);
  double *q = malloc((size_t)n * sizeof *q);
  for (long i = 0; i < n; i++)
    r[i] = p[i] = 1;
  double rr = dot(n, r, r);
  for (int k = 0; k < 20; k++) {
    multiply(&m, p, q);
    const double f = rr / dot(n, p, q);
    add(n, f, p, 1, x);
    add(n, -f, q, 1, r);
    const double next = dot(n, r, r);
    add(n, 1, r, next / rr, p);
    rr = next;
  }
  printf("checksum %.9g\n", x[n / 2]);
  return 0;
}
