/* Laplace's equation on the unit square by the Gauss-Seidel method, in four
 * colours: the points are grouped in partitions, and no two partitions of one
 * colour touch each other, not even at a corner. So the sweep is a series of
 * four stages of partitions that are independent. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param pairs = 8 in 1..1024 "half of the partitions along a side"
// lcm: param sweeps = 50 in 1..100000 "number of sweeps"

enum { SIDE = 16, COLOURS = 4 };

/* Improve the points of the partition in row "row" and column "column" of the
 * grid "u", whose inner points are 1 .. "n" in each direction. */
static void improve(size_t n, double u[n + 2][n + 2], size_t row,
                    size_t column) {
  for (size_t i = SIDE * row + 1; i <= SIDE * row + SIDE; i++)
    for (size_t j = SIDE * column + 1; j <= SIDE * column + SIDE; j++)
      u[i][j] = (4 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) +
                 u[i - 1][j - 1] + u[i - 1][j + 1] + u[i + 1][j - 1] +
                 u[i + 1][j + 1]) /
                20;
}

/* Do "sweeps" sweeps over "pairs" x "pairs" partitions of each colour. */
static void relax(size_t pairs, size_t n, double u[n + 2][n + 2],
                  size_t sweeps) {
#pragma omp parallel
  for (size_t sweep = 0; sweep < sweeps; sweep++)
    for (size_t colour = 0; colour < COLOURS; colour++) {
#pragma omp for collapse(2) schedule(static)
      // lcm: fragment improve
      // lcm: model time per iteration = (point = 6 +/- 0.5) ns * SIDE^2
      for (size_t i = 0; i < pairs; i++)
        for (size_t j = 0; j < pairs; j++)
          improve(n, u, 2 * i + colour / 2, 2 * j + colour % 2);
    }
}

/* Set the border of "u" to the solution x * x - y * y, the rest to 0. */
static void begin(size_t n, double u[n + 2][n + 2]) {
  const double h = 1.0 / (double)(n + 1);
  for (size_t i = 0; i <= n + 1; i++)
    for (size_t j = 0; j <= n + 1; j++) {
      const double x = (double)i * h, y = (double)j * h;
      const int inside = i > 0 && i <= n && j > 0 && j <= n;
      u[i][j] = inside ? 0 : x * x - y * y;
    }
}

/* Return how far "u" is from the solution. */
static double error(size_t n, double u[n + 2][n + 2]) {
  const double h = 1.0 / (double)(n + 1);
  double largest = 0;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 1; j <= n; j++) {
      const double x = (double)i * h, y = (double)j * h;
      largest = fmax(largest, fabs(u[i][j] - (x * x - y * y)));
    }
  return largest;
}

/* Do the same as relax(), on one thread and the partitions of a colour in the
 * opposite order; return how many points of "u" are other than in "v". */
static size_t differ(size_t pairs, size_t n, double u[n + 2][n + 2],
                     double v[n + 2][n + 2], size_t sweeps) {
  size_t found = 0;
  begin(n, v);
  for (size_t stage = 0; stage < sweeps * COLOURS; stage++)
    for (size_t k = pairs * pairs; k-- > 0;)
      improve(n, v, 2 * (k / pairs) + stage % COLOURS / 2,
              2 * (k % pairs) + stage % 2);
  for (size_t i = 0; i <= n + 1; i++)
    for (size_t j = 0; j <= n + 1; j++)
      found += u[i][j] != v[i][j];
  return found;
}

int main(int argc, char **argv) {
  const size_t pairs = argc > 1 ? strtoul(argv[1], NULL, 10) : 8;
  const size_t sweeps = argc > 2 ? strtoul(argv[2], NULL, 10) : 50;
  const size_t n = 2 * SIDE * pairs;
  double(*u)[n + 2] = calloc(n + 2, sizeof *u);
  double(*v)[n + 2] = calloc(n + 2, sizeof *v);
  if (!u || !v)
    return 2;
  // lcm: ignore
  begin(n, u);
  // lcm: ignore
  const double before = error(n, u);
  const double start = omp_get_wtime();
  relax(pairs, n, u, sweeps);
  const double seconds = omp_get_wtime() - start;
  // lcm: ignore
  const double after = error(n, u);
  // lcm: ignore
  const size_t wrong = differ(pairs, n, u, v, sweeps);
  printf("points %zu error %.6f -> %.6f wrong %zu seconds %.6f\n", n * n,
         before, after, wrong, seconds);
  free(u);
  free(v);
  return wrong != 0 || after >= before;
}
