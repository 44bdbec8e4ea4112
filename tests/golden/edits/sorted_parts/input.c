#include <stdlib.h>

static double a[4001];

static int order(const void *x, const void *y) {
  double d = *(const double *)x - *(const double *)y;
  return (d > 0) - (d < 0);
}

int main(void) {
  for (int i = 0; i <= 4000; i++)
    a[i] = i * 7919 % 10007;
  for (int i = 0; i < 40; i++)
    qsort(a + 100 * i, 101, sizeof *a, order);
  return a[7] > 3;
}
