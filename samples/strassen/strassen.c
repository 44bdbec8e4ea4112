/* Strassen's multiplication: seven products of halves, each a task, down to
 * matrices of 64 rows. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param n = 1024 in 64..65536 "rows; 64 times a power of two"

enum { CUTOFF = 64 };

/* Multiply the "n" rows of "a" and "b" into "c", all stored row by row. */
static void multiply(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

/* Put quarter "row", "column" of "from", which has 2 "h" rows, plus "sign"
 * times quarter "row2", "column2" (sign 0: alone) into "to". */
static void combine(int h, const double *from, const int at[4], double sign,
                    double *to) {
  const double *x = from + at[0] * h * 2 * h + at[1] * h;
  const double *y = from + at[2] * h * 2 * h + at[3] * h;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < h; j++)
      to[i * h + j] = x[i * 2 * h + j] + sign * y[i * 2 * h + j];
}

/* Quarters of a and of b, and their signs, in the seven products. */
static const struct {
  int a[4];
  int b[4];
  double signs[2];
} PRODUCTS[7] = {{{0, 0, 1, 1}, {0, 0, 1, 1}, {1, 1}},
                 {{1, 0, 1, 1}, {0, 0, 0, 0}, {1, 0}},
                 {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, -1}},
                 {{1, 1, 1, 1}, {1, 0, 0, 0}, {0, -1}},
                 {{0, 0, 0, 1}, {1, 1, 1, 1}, {1, 0}},
                 {{1, 0, 0, 0}, {0, 0, 0, 1}, {-1, 1}},
                 {{0, 1, 1, 1}, {1, 0, 1, 1}, {-1, 1}}};

/* Put the products "m" of quarters with "h" rows together to "c". */
static void assemble(int h, double *const m[7], double *c) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < h; j++) {
      const int k = i * h + j;
      double *left = c + i * 2 * h + j;
      double *below = left + h * 2 * h;
      left[0] = m[0][k] + m[3][k] - m[4][k] + m[6][k];
      left[h] = m[2][k] + m[4][k];
      below[0] = m[1][k] + m[3][k];
      below[h] = m[0][k] - m[1][k] + m[2][k] + m[5][k];
    }
}

/* Multiply the "n" rows of "a" and "b" into "c". */
static void strassen(int n, const double *a, const double *b, double *c) {
  if (n <= CUTOFF) {
    // lcm: fragment product
    // lcm: model time = 0.5 ns * 2 * n^3
    multiply(n, a, b, c);
    return;
  }
  const int h = n / 2;
  double *m[7];
  for (int i = 0; i < 7; i++) {
    m[i] = malloc(sizeof *m[i] * (size_t)h * (size_t)h);
#pragma omp task firstprivate(i)
    {
      double *room = malloc(2 * sizeof *room * (size_t)h * (size_t)h);
      // lcm: fragment sums
      // lcm: model time = 0.5 ns * n^2
      {
        combine(h, a, PRODUCTS[i].a, PRODUCTS[i].signs[0], room);
        combine(h, b, PRODUCTS[i].b, PRODUCTS[i].signs[1], room + h * h);
      }
      strassen(n / 2, room, room + h * h, m[i]);
      free(room);
    }
  }
#pragma omp taskwait
  // lcm: fragment assembly
  // lcm: model time = 2 ns * n^2
  assemble(h, m, c);
  for (int i = 0; i < 7; i++)
    free(m[i]);
}

/* Return "count" small whole numbers, which sums and products keep exact. */
static double *numbers(size_t count, unsigned state) {
  double *x = malloc(count * sizeof *x);
  // lcm: ignore
  for (size_t i = 0; x && i < count; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = (double)(state >> 29);
  }
  return x;
}

/* Return how many elements of the rows "i" and "n" - 1 - "i" of "c" are not
 * those of "a" times "b". */
static long differences(int n, const double *a, const double *b,
                        const double *c) {
  long wrong = 0;
  // lcm: ignore
  for (int i = 0; i<n; i += n> 1 ? n - 1 : 1)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      wrong += sum != c[i * n + j];
    }
  return wrong;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  const size_t count = (size_t)n * (size_t)n;
  double *a = numbers(count, 1);
  double *b = numbers(count, 2);
  double *c = malloc(count * sizeof *c);
  if (!a || !b || !c)
    return 2;
  const double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  strassen(n, a, b, c);
  const double seconds = omp_get_wtime() - start;
  const long wrong = differences(n, a, b, c);
  printf("n %d wrong %ld seconds %.6f\n", n, wrong, seconds);
  free(a);
  free(b);
  free(c);
  return wrong != 0;
}
