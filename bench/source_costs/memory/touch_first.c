/* Fresh memory that is filled. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Fill "n" elements. */
double kernel(long n) {
  double *a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = (double)i;
  const double s = a[n / 2];
  free(a);
  return s;
}
