/* needless_barrier.c without it. */
enum { N = 720 };

static double a[N], b[N];

int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    // lcm: fragment rise
    // lcm: model time per iteration = 1 us * (i + 1)
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp for schedule(static)
    // lcm: fragment fall
    // lcm: model time per iteration = 1 us * (720 - i)
    for (int i = 0; i < N; i++)
      b[i] = 2 * a[i];
  }
  return b[N - 1] != 2 * (N - 1);
}
