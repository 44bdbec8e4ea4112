/* Chunks that do not come out even on 8 processors, and do on 10. */
enum { N = 40 };

static double a[N];

int main(void) {
#pragma omp parallel for schedule(static, 4)
  // lcm: fragment part
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < N; i++)
    a[i] = 2.0 * i;
  return a[N - 1] != 2.0 * (N - 1);
}
