/* Smooths "n" numbers until they hardly change, or "most" times. */
#include <math.h>
#include <stdlib.h>

int smooth(int n, int most, double *now, double *next) {
  double change = 1;
  int times = 0;
  while (change > 1e-6 && times++ < most) {
    change = 0;
#pragma omp parallel for reduction(max : change)
    for (int i = 1; i < n - 1; i++) {
      next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3;
      change = fmax(change, fabs(next[i] - now[i]));
    }
    double *other = now;
    now = next;
    next = other;
  }
  return times;
}

int main(int argc, char **argv) {
  const int n = atoi(argv[1]);
  double *now = calloc(n, sizeof *now);
  double *next = calloc(n, sizeof *next);
  return smooth(n, atoi(argv[2]), now, next);
}
