#include <stdlib.h>

static double smooth(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      s += a[j] * i;
  return s;
}

static double gather(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += a[(i * 7919L + j) % n];
  return s;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  double *a = calloc(n, sizeof *a);
  return smooth(a, n) + gather(a, n) > 0;
}
