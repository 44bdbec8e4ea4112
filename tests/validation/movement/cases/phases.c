/* Shared halos, other ranges, other schedules, read by all. */
#define N 32
static double a[N + 2], b[N + 2], table[N], c[N];

int main(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      table[i] = i;
#pragma omp for
    for (int i = 1; i <= N; i++)
      a[i] = i;
#pragma omp for
    for (int i = 1; i <= N; i++)
      b[i] = a[i - 1] + a[i + 1];
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
        c[i] += table[k] * b[i + 1];
#pragma omp for schedule(static, 1)
    for (int i = 0; i < N; i++)
      table[i] = c[i];
  }
  return 0;
}
