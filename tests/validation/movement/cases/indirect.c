/* Subscripts from memory: a sparse matrix, a histogram. */
#define N 24
static int start[N + 1], column[3 * N], bin[8];
static double value[3 * N], x[N], y[N];

int main(void) {
  int n = N;
  for (int i = 0; i <= n; i++)
    start[i] = 3 * i;
  for (int k = 0; k < 3 * n; k++) {
    column[k] = 7 * k % n;
    value[k] = k;
  }
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
  for (int i = 0; i < n; i++)
    bin[(int)y[i] % 8]++;
  return 0;
}
