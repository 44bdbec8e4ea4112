/* A counter for each member of the team, on lines of their own. */
#include "../kernel.h"
#include <omp.h>

enum { PAD = 16 };
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
