#include <stdlib.h>

static void scale(double ***u, int n) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        u[i][j][k] = 2 * u[i][j][k];
}

int main(void) {
  int n = 66;
  double ***u = malloc(n * sizeof *u);
  for (int i = 0; i < n; i++) {
    u[i] = malloc(n * sizeof **u);
    for (int j = 0; j < n; j++)
      u[i][j] = calloc(n, sizeof ***u);
  }
  scale(u, n);
  return u[1][1][1] > 0;
}
