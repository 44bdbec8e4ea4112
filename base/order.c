/* The order of numbers and names, and medians. */
#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int lcm_order_numbers(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

int lcm_order_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

double lcm_order_median(double *values, size_t n) {
  if (!n)
    return NAN;
  qsort(values, n, sizeof *values, lcm_order_numbers);
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}
