/* Everything crosses but what stays on the diagonal blocks. */
#define N 16
static double a[N][N], b[N][N], c[N][N];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i - j;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = a[j][i];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = b[N - 1 - i][j];
  return 0;
}
