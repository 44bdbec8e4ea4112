#include <stdio.h>
#include <stdlib.h>

void tile(double *g, int i, int j);

/* A wave front over tiles of m by n elements. */
int main(int argc, char **argv) {
  int m = atoi(argv[1]), n = atoi(argv[2]);
  int mc = (argc > 3) ? atoi(argv[3]) : m;
  int nc = (argc > 4) ? atoi(argv[4]) : n;
  if (mc < 1 || mc > m || nc < 1 || nc > n) {
    printf("one tile\n");
    mc = m;
    nc = n;
  }
  double *g = malloc(n * m * sizeof *g);
#pragma omp parallel
#pragma omp master
  for (int i = 1; i < m; i += mc)
    for (int j = 1; j < n; j += nc) {
#pragma omp task depend(in : g[(i - mc) * n + j : 1], g[i * n + (j - nc) : 1]) \
    depend(out : g[i * n + j : 1])
      // lcm: model time = 1 ms
      tile(g, i, j);
    }
  return 0;
}
