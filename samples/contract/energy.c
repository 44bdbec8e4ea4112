/* The potential energy of n charges on a spiral, each against each: a program
 * that keeps what it promises. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param n = 4096 in 64..1e6 "charges"
// lcm: expect time = O(n^2)
// lcm: expect efficiency >= 0.9 at p = 16, n = 4096
// lcm: expect no race

/* Put the "n" charges into "x" and "y". */
static void place(double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    x[i] = i * cos(0.1 * i);
    y[i] = i * sin(0.1 * i);
  }
}

/* Return the energy of the "n" charges at "x" and "y". */
static double energy(const double *x, const double *y, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += 1 / sqrt((x[i] - x[j]) * (x[i] - x[j]) +
                      (y[i] - y[j]) * (y[i] - y[j]) + 1);
  return (sum - n) / 2;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096;
  double *x = malloc(sizeof *x * n);
  double *y = malloc(sizeof *y * n);
  place(x, y, n);
  printf("%.6f\n", energy(x, y, n));
  free(x);
  free(y);
  return 0;
}
