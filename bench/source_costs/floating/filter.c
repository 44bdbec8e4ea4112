/* A recursive filter of a signal, second order. */
#include "../kernel.h"

static double *signal;

/* Make the signal. */
void prepare(long n) {
  signal = malloc((size_t)n * sizeof *signal);
  for (long i = 0; i < n; i++)
    signal[i] = (double)(i % 17);
}

/* Filter "n" values in place. */
double kernel(long n) {
  double y1 = 0;
  double y2 = 0;
  for (long i = 0; i < n; i++) {
    const double y = signal[i] + 1.2 * y1 - 0.5 * y2;
    y2 = y1;
    y1 = y;
    signal[i] = y;
  }
  return signal[n - 1];
}
