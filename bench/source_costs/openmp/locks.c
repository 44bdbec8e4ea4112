/* Terms added to one of 16 sums, each with a lock. */
#include "../kernel.h"
#include <omp.h>

enum { SUMS = 16 };
static omp_lock_t lock[SUMS];
static double sum[SUMS * 8];

/* Make the locks. */
void prepare(long n) {
  for (int i = 0; i < SUMS; i++) {
    omp_init_lock(&lock[i]);
    sum[i] = (double)n;
  }
}

/* Add "n" terms. */
double kernel(long n) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    const int at = (int)(i % SUMS);
    omp_set_lock(&lock[at]);
    sum[at * 8] += (double)i;
    omp_unset_lock(&lock[at]);
  }
  return sum[8];
}
