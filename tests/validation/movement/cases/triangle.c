/* Triangles, diagonals and a band. */
#define N 20
static double l[N][N], u[N][N], x[N], diagonal[N];

int main(void) {
  int n = N;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] = i + j;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      u[i][j] = l[j][i];
  for (int i = 0; i < n; i++)
    diagonal[i] = l[i][i] + u[i][n - 1];
  for (int i = 0; i < n; i++) {
    double s = 1;
    for (int k = 0; k < i; k++)
      s -= l[i][k] * x[k];
    x[i] = s / diagonal[i];
  }
  for (int i = 2; i < n - 2; i++)
    for (int j = i - 2; j <= i + 2; j++)
      u[i][j] = x[j];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      l[i][j] = u[i][j];
  return 0;
}
