/* Memory of calloc that is read here and there. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Add to "n" elements. */
double kernel(long n) {
  double *a = calloc((size_t)n, sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] += (double)i;
  const double s = a[n / 2];
  free(a);
  return s;
}
