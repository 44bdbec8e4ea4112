/* Products of complex numbers, in place, without a check for infinity. */
#include "../kernel.h"

struct number {
  double re, im;
};

enum { SIZE = 1000 };
static struct number x[SIZE], y[SIZE];

/* Fill both arrays. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++) {
    x[i].re = y[i].re = 0.6 + 1e-9 * (double)n;
    x[i].im = y[i].im = 0.8;
  }
}

/* Multiply one by the other "n" times. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++) {
      const struct number a = x[i];
      const struct number b = y[i];
      y[i].re = a.re * b.re - a.im * b.im;
      y[i].im = a.re * b.im + a.im * b.re;
    }
  return y[3].re;
}
