/* A recursion whose upper calls are tasks. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return how many ways there are to climb "n" steps by one or two. */
static long ways(long n, int depth) {
  if (n < 2)
    return 1;
  long a = 0;
  long b = 0;
  if (depth < 6) {
#pragma omp task shared(a)
    a = ways(n - 1, depth + 1);
    b = ways(n - 2, depth + 1);
#pragma omp taskwait
  } else {
    a = ways(n - 1, depth + 1);
    b = ways(n - 2, depth + 1);
  }
  return a + b;
}

/* Return the ways of "n" steps. */
double kernel(long n) {
  long all = 0;
#pragma omp parallel
#pragma omp single
  all = ways(n, 0);
  return (double)all;
}
