/* Late signal: what is waited for is ready before other work is done, and
 * signalled behind it. */
#include <stdatomic.h>

enum { N = 64 };

static double a[N], b[N], c[N];
static atomic_int filled;

int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      // lcm: model time = 4 s
      for (int i = 0; i < N; i++)
        a[i] = i;
      // lcm: model time = 6 s
      for (int i = 0; i < N; i++)
        b[i] = i;
      // lcm: signal filled
      filled = 1;
    }
#pragma omp section
    {
      // lcm: wait filled
      while (!filled)
        ;
      // lcm: model time = 5 s
      for (int i = 0; i < N; i++)
        c[i] = a[i];
    }
  }
  return 0;
}
