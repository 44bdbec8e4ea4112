/* Loops of one function of the mathematical library each. */
#include <math.h>

static double x[1000], y[1000];
static float f[1000], g[1000];

/* 5.4 ns each: an inverse sine is as an exponential. */
void quick(long n) {
  for (long i = 0; i < n; i++)
    y[i] = asin(x[i]);
}

/* 5.4 ns each: in single precision a sine is quick. */
void single(long n) {
  for (long i = 0; i < n; i++)
    g[i] = sinf(f[i]);
}

/* 20.4 ns each: a hyperbolic tangent is as a sine. */
void slow(long n) {
  for (long i = 0; i < n; i++)
    y[i] = tanh(x[i]);
}

/* 20.4 ns each: a tangent in single precision is, too. */
void tangent(long n) {
  for (long i = 0; i < n; i++)
    g[i] = tanf(f[i]);
}

/* 30.4 ns each: an angle is as a power. */
void angle(long n) {
  for (long i = 0; i < n; i++)
    y[i] = atan2(x[i], 2);
}

void all(long n) {
  quick(n);
  single(n);
  slow(n);
  tangent(n);
  angle(n);
}
