/* The order of numbers, and medians. */
#include "base/order.h"

#include <math.h>
#include <stdlib.h>

int lcm_order_numbers(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

double lcm_order_median(double *values, size_t n) {
  if (!n)
    return NAN;
  qsort(values, n, sizeof *values, lcm_order_numbers);
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}
