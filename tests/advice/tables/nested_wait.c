/* Two teams beside each other.  In the second one a member waits until 10 ms
 * for the other, and then has most to do; a member of the first one ends its
 * work at 10 ms, too, which is no matter. */
#include <omp.h>

enum { N = 2 };

static double a[N], b[N], c[N], d[N];

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
#pragma omp parallel
    {
#pragma omp for schedule(static)
      // lcm: fragment before
      // lcm: model time per iteration = 10 ms - 4 ms * i
      for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp for schedule(static)
      // lcm: fragment behind
      // lcm: model time per iteration = 1 ms
      for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i];
    }
#pragma omp section
#pragma omp parallel
    {
#pragma omp for schedule(static)
      // lcm: fragment long_first
      // lcm: model time per iteration = 10 ms - 7 ms * i
      for (int i = 0; i < N; i++)
        c[i] = i;
#pragma omp for schedule(static)
      // lcm: fragment long_second
      // lcm: model time per iteration = 1 ms + 4 ms * i
      for (int i = 0; i < N; i++)
        d[i] = c[N - 1 - i];
    }
  }
  return b[0] != 1 || d[0] != 1;
}
