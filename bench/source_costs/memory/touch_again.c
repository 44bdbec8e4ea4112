/* Memory that was touched before is filled. */
#include "../kernel.h"

static double *a;

/* Touch the memory. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = 1;
}

/* Fill "n" elements. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    a[i] = (double)i;
  return a[n / 2];
}
