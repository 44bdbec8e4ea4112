/* Fresh memory that is touched first in four ways. */
#include <stdlib.h>

double kernel(long n) {
  double *filled = malloc((size_t)n * sizeof *filled);
  for (long i = 0; i < n; i++)
    filled[i] = 1;
  double *added = calloc((size_t)n, sizeof *added);
  for (long i = 0; i < n; i++)
    added[i] += 0.5;
  long *counted = calloc((size_t)n, sizeof *counted);
  for (long i = 0; i < n; i++)
    counted[i]++;
  long *seen = calloc((size_t)n, sizeof *seen);
  for (long i = 0; i < n; i++)
    if (!seen[i])
      seen[i] = 1;
  return filled[n / 2] + added[n / 2] + (double)(counted[n / 2] + seen[n / 2]);
}
