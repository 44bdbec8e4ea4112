/* Subscripts that macros make. */
#include <stdlib.h>
#define N 12
struct content {
  long n;
  double *data;
};
#define ITH(v, i) ((v).data[i])
#define REF(i, j) b[(j)*dim + (i)]
#define IJ(v, i, j) (v[(i)-1 + (j)*N])
#define ROW(m, i, j) ((m)[i][(j) + 1])
#define BOTH(i) (q[i] + q[(i) + 1])
static struct content x, y;
static double b[N * N], q[N * N + N], m[N][N], sum[N];

int main(void) {
  int dim = N;
  x.data = malloc(N * sizeof(double));
  y.data = malloc(2 * N * sizeof(double));
  for (int i = 0; i < 2 * N; i++)
    ITH(y, i) = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    ITH(x, i) = ITH(y, i + 2);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N / 2; i++)
      REF(i, j) = i;
  for (int j = 1; j < 3; j++)
    for (int i = 1; i <= N; i++)
      IJ(q, i, j) = REF(i / 2, j);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 1; j++)
      ROW(m, i, j) = ITH(x, j);
  for (int i = 0; i < N; i++)
    sum[i] = BOTH(i);
  return 0;
}
