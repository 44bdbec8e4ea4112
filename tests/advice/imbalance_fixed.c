/* imbalance.c with rows that are assigned one by one. */
enum { N = 720 };

static double a[N];

int main(void) {
#pragma omp parallel for schedule(static, 1)
  // lcm: fragment row
  // lcm: model time per iteration = 0.1 us * (i + 1)
  for (int i = 0; i < N; i++)
    a[i] = 2.0 * i;
  return a[N - 1] != 2.0 * (N - 1);
}
