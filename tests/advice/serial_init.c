/* Serial init: one thread fills what all threads then work on. */
enum { N = 1000 };

static double a[N], b[N];

int main(void) {
  // lcm: fragment fill
  // lcm: model time per iteration = 10 us
  for (int i = 0; i < N; i++)
    a[i] = i + 1;
#pragma omp parallel for schedule(static)
  // lcm: fragment work
  // lcm: model time per iteration = 40 us
  for (int i = 0; i < N; i++)
    b[i] = 2 * a[i];
  return b[N - 1] != 2 * N;
}
