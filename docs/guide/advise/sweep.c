enum { N = 1000 };
static double grid[N][N], row[N], best[N];
double weight(double);

int main(void) {
  double sum = 0;
  for (int i = 1; i < N; i++)
    for (int k = 0; k < N; k++)
      grid[i][k] = (grid[i - 1][k] + grid[i][k]) / 2;
  for (int i = 0; i + 1 < N; i++)
    row[i] = row[i + 1] / 2;
  for (int i = 0; i < N; i++)
    sum += grid[i][i];
  for (int i = 0; i < N; i++)
    best[i] = weight(row[i]);
  return sum > best[0];
}
