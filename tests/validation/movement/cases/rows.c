/* Sections of one and two dimensions; every row by another thread. */
#define N 24
static double a[N][N], b[N][N], sum[N];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i * j;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 2; j < N - 3; j++)
      b[i][j] = 2 * a[i][j + 1];
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < N; j++)
      s += a[i][j] + b[i][j];
    sum[i] = s;
  }
  return 0;
}
