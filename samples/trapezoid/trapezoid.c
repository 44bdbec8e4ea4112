#include "trapezoid.h"

#include <math.h>
#include <stdio.h>

static double height(double x) { return 4 / (1 + x * x); }

double area(long from, long to, long n) {
  const double width = 1.0 / (double)n;
  double sum = 0;
  for (long i = from; i < to; i++) {
    const double left = height((double)i * width);
    const double right = height((double)(i + 1) * width);
    sum += (left + right) / 2 * width;
  }
  return sum;
}

int check(double whole, long n) {
  const double pi = 3.14159265358979323846;
  const double left_out = 1 / (6 * (double)n * (double)n);
  printf("trapezoids %ld area %.12f\n", n, whole);
  return fabs(whole + left_out - pi) > 1e-2 * left_out + 1e-12;
}
