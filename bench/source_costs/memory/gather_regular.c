/* Elements at places of an array, in order. */
#include "../kernel.h"

static double *x, *y;
static int *at;

/* Fill the arrays. */
void prepare(long n) {
  x = malloc((size_t)n * sizeof *x);
  y = malloc((size_t)n * sizeof *y);
  at = malloc((size_t)n * sizeof *at);
  for (long i = 0; i < n; i++) {
    x[i] = y[i] = (double)i;
    at[i] = (int)i;
  }
}

/* Move "n" elements. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    y[i] = x[at[i]];
  return x[n / 2] + y[n / 3];
}
