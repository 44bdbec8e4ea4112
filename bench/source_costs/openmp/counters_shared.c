/* A counter for each member of the team, next to each other. */
#include "../kernel.h"
#include <omp.h>

enum { PAD = 1 };
static volatile long counter[64 * PAD];

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Count to "n" together. */
double kernel(long n) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num() * PAD;
#pragma omp for
    for (long i = 0; i < n; i++)
      counter[me] += i & 3;
  }
  return (double)counter[0];
}
