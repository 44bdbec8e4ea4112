#include <math.h>
#include <stdlib.h>
#include <string.h>
void *fftw_plan_dft_1d(int, void *, void *, int, unsigned);
void fftw_execute(void *);

/* Operations for the comparison of two numbers. */
static int compare(const void *a, const void *b) {
  const double d = *(const double *)a - *(const double *)b;
  return d < 0 ? -1 : d > 0;
}

int main(int argc, char **argv) {
  static double a[100000], b[100000];
  const size_t n = 100000;
  memcpy(a, b, n * sizeof *b);
  memmove(a, b, n);
  memset(a, 0, sizeof a);
  free(calloc(n, 2));
  for (int i = 0; i < 10; i++)
    memcmp(a, b, n);
  b[0] = sin(b[1]);
  qsort(a, 1024, sizeof *a, compare);
  memcpy(a, b, atoi(argv[argc - 1]));
  fftw_execute(fftw_plan_dft_1d(8, a, b, 1, 0));
  return 0;
}
