#define N 20
int z[N][N], y[N][N];

int left(void)
{
#pragma omp parallel for
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      z[i][j] = z[i][j - 1];
  return z[1][1];
}

int moved(void)
{
#pragma omp parallel for
  for (int i = 0; i < N - 1; i++)
    for (int j = 1; j <= N; j++)
      y[i][j] = 2 * y[i][j];
  return y[1][1];
}

int over(void)
{
#pragma omp parallel for
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j <= N; j++)
      y[i][j] = i;
  return y[1][1];
}

int own(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 1; j++)
      y[i][j + 1] = z[i][j];
  return y[1][1];
}

int named(int n, int m, int x[n][m])
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = x[i][j - 1];
  return x[1][1];
}

int beyond(int n, int m, int x[n][m])
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      x[i][j + m] = x[i][j];
  return x[1][1];
}

int shifted(int n, int m, int x[n][m])
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      x[i][j + 1] = i;
  return x[1][1];
}

int changed(int n, int m)
{
  int x[n][m];
  m = 5;
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = x[i][j - 1];
  return x[1][1];
}

int main(void)
{
  return left() + moved() + over() + own();
}
