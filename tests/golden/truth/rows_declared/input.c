void row_end(int n, double z[n][n])
{
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n; j++)
      z[i][j] = i + j;
}

void row_over(int n, double z[n][n])
{
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j <= n; j++)
      z[i][j] = i + j;
}

double local_over(int n, int m)
{
  double yz[m], z[n][m + 2];
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j <= m + 2; j++)
      z[i][j] = i - j;
  yz[0] = z[1][0];
  return yz[0];
}

double local_end(int n, int m)
{
  double yz[m], z[n][m + 2];
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m + 2; j++)
      z[i][j] = i - j;
  yz[0] = z[1][0];
  return yz[0];
}

void behind(int n, int m, int z[n][m])
{
  for (int i = 1; i < n; i++)
    for (int j = -1; j < m; j++)
      z[i][j] = i * j;
}

void next_one(int n, int m, int z[n][m])
{
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m - 1; j++)
      z[i][j + 1] = i * j;
}

void next_over(int n, int m, int z[n][m])
{
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      z[i][j + 1] = i * j;
}
