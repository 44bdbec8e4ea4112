#include <math.h>

double sum(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sin(x[i]);
  return s;
}

int main(int argc, char **argv) {
  const int n = argc;
  double x[n];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
  return sum(n, x) > 0;
}
