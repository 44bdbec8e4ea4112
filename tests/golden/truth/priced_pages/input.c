/* Memory that is touched first, a microsecond a page: 4,096,000 numbers are
 * 8000 pages, 8 ms. */
#include <stdlib.h>
#include <string.h>

static double table[1048576], *kept;

/* Allocate "n" numbers. */
static double *make(long n) { return malloc(n * sizeof(double)); }

/* Set "n" numbers. */
static void init(double *x, long n) {
  for (long i = 0; i < n; i++)
    x[i] = i;
}

/* 8 ms: the second loop finds the pages. */
static double twice(long n) {
  double *a = malloc(n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = i;
  for (long i = 0; i < n; i++)
    a[i] *= 2;
  const double s = a[n / 2];
  free(a);
  return s;
}

/* 8 ms, divided by p: each member touches its own. */
static double together(long n) {
  double *a = malloc(n * sizeof *a);
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    a[i] = i;
  const double s = a[n / 2];
  free(a);
  return s;
}

/* 8 ms: what is called touches it, once. */
static double called(long n) {
  double *a = make(n);
  init(a, n);
  init(a, n);
  return a[3];
}

/* 8 ms: the library keeps up to 32 MiB that are given back. */
static double rounds(long n) {
  double s = 0;
  for (int k = 0; k < 10; k++) {
    double *a = malloc(n * sizeof *a);
    for (long i = 0; i < n; i++)
      a[i] = i;
    s += a[n / 2];
    free(a);
  }
  return s;
}

/* 8 ms: calloc() takes pages that are zero, and touches none. */
static double zeros(long n) {
  double *a = calloc(n, sizeof *a);
  memset(a, 1, n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] *= 2;
  return a[0];
}

/* 0 ms: nobody touches it. */
static int untouched(long n) {
  double *a = malloc(n * sizeof *a);
  return a != NULL;
}

/* 0 ms: small memory is used again and again. */
static double small(void) {
  double *a = malloc(1000 * sizeof *a);
  for (long i = 0; i < 1000; i++)
    a[i] = i;
  return a[3];
}

/* 2.048 ms the first time, 0 ms the second. */
static double fixed(void) {
  double s = 0;
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < 1048576; i++)
      s += table[i];
  return s;
}

/* 42.048 ms, and 8 ms divided by p. */
int main(int argc, char **argv) {
  const long n = atol(argv[1]);
  double s = fixed() + fixed();
  s += twice(n) + together(n) + called(n) + rounds(n) + zeros(n) + small();
  kept = malloc(n * sizeof *kept);
  for (long i = 0; i < n; i++)
    kept[i] = 0;
  return untouched(n) + (int)(s + kept[3] + argc);
}
