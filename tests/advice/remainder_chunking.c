/* Remainder chunking: chunks of N / threads, and what is left over is one more
 * chunk for the first threads. */
#include <omp.h>

enum { N = 47 };

static double a[N];

int main(void) {
  const int chunk = N / omp_get_max_threads();
#pragma omp parallel for schedule(static, chunk)
  // lcm: fragment price
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < N; i++)
    a[i] = 2.0 * i;
  return a[N - 1] != 2.0 * (N - 1);
}
