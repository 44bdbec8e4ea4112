enum { N = 1000, M = 102 };
static double grid[N][N], a[M][M], b[M][M];

static double diagonal(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += grid[i][i];
  return sum;
}

static double diagonal_of_team(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += grid[i][i];
  return sum;
}

static void points(void) {
  for (int i = 1; i < M - 1; i++)
    for (int j = 1; j < M - 1; j++)
      b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] +
                       a[i][j + 1]);
}

static void points_of_team(void) {
#pragma omp parallel for
  for (int i = 1; i < M - 1; i++)
    for (int j = 1; j < M - 1; j++)
      b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] +
                       a[i][j + 1]);
}

int main(void) {
  diagonal();
  diagonal_of_team();
  points();
  points_of_team();
  return 0;
}
