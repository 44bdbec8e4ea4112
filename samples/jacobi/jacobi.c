/* Jacobi's method for Poisson's equation on the unit square: one parallel
 * region, two worksharing loops and a reduction in each sweep. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param n = 256 in 8..16384 "inner points along a side"
// lcm: param sweeps = 100 in 1..100000 "number of sweeps"

static const double PI = 3.14159265358979323846;

/* Return the right-hand side at row "i", column "j" of a grid of spacing "h":
 * the solution is sin(pi x) sin(pi y). */
static double source(size_t i, size_t j, double h) {
  return 2 * PI * PI * sin(PI * (double)i * h) * sin(PI * (double)j * h);
}

/* Do "sweeps" sweeps on "u" with the help of "v"; return the last change. */
static double jacobi(size_t n, double u[n + 2][n + 2], double v[n + 2][n + 2],
                     size_t sweeps) {
  const double h = 1.0 / (double)(n + 1);
  double change = 0;
#pragma omp parallel
  {
    for (size_t sweep = 0; sweep < sweeps; sweep++) {
#pragma omp single
      {
        // lcm: fragment reset
        // lcm: model time = 20 ns
        change = 0;
      }
#pragma omp for schedule(static) reduction(max : change)
      // lcm: fragment relax
      // lcm: model time per iteration = (point = 9 +/- 1) ns * n
      for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= n; j++) {
          v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                            u[i][j + 1] + h * h * source(i, j, h));
          change = fmax(change, fabs(v[i][j] - u[i][j]));
        }
#pragma omp for schedule(static)
      // lcm: fragment copy
      // lcm: model time per iteration = (move = 0.4 +/- 0.1) ns * n
      for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= n; j++)
          u[i][j] = v[i][j];
    }
  }
  return change;
}

/* Return the largest change that one more sweep would make anywhere, computed
 * apart from jacobi(). */
static double next_change(size_t n, double u[n + 2][n + 2]) {
  const double h = 1.0 / (double)(n + 1);
  double largest = 0;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 1; j <= n; j++) {
      const double sum = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
      largest =
          fmax(largest, fabs(0.25 * (sum + h * h * source(i, j, h)) - u[i][j]));
    }
  return largest;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 256;
  const size_t sweeps = argc > 2 ? strtoul(argv[2], NULL, 10) : 100;
  double(*u)[n + 2] = calloc(n + 2, sizeof *u);
  double(*v)[n + 2] = calloc(n + 2, sizeof *v);
  if (!u || !v)
    return 2;
  const double start = omp_get_wtime();
  const double change = jacobi(n, u, v, sweeps);
  const double seconds = omp_get_wtime() - start;
  // lcm: ignore
  const double next = next_change(n, u);
  printf("n %zu sweeps %zu change %.3e next %.3e seconds %.6f\n", n, sweeps,
         change, next, seconds);
  free(u);
  free(v);
  return next <= change && next > 0 ? 0 : 1;
}
