/* What one member writes and others read, and the other way round. */
#define N 32
static double a[N], b[N], c[N], d[N + 2], table[8], total, last;

int main(void) {
  for (int t = 0; t < 2; t++) {
#pragma omp parallel
    {
#pragma omp single
      for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp master
      for (int i = 0; i < 8; i++)
        table[i] = i;
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma omp for
      for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++)
          c[i] += table[k] * b[i];
#pragma omp master
      for (int i = 0; i < N; i++)
        d[i] = c[i];
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < N; i++)
        b[i] = d[i] + d[i + 1] + d[i + 2];
#pragma omp single
      for (int i = 0; i < N; i++)
        total += b[i];
#pragma omp single
      last = total;
    }
  }
  return 0;
}
