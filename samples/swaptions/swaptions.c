#include "swaptions.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* Return a normally distributed number (sum of 12 uniform ones) from the
 * generator "state". */
static double normal(uint64_t *state) {
  double sum = -6;
  for (int i = 0; i < 12; i++) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    sum += (double)(*state >> 40) / 16777216;
  }
  return sum;
}

double price(int i, int trials) {
  uint64_t state = 12345 + 977 * (uint64_t)i;
  const double strike = 0.02 + 0.001 * i;
  double sum = 0;
  for (int trial = 0; trial < trials; trial++) {
    double rate = 0.04;
    for (int step = 0; step < 16; step++)
      rate *= exp(0.05 * normal(&state) - 0.00125);
    sum += rate > strike ? rate - strike : 0;
  }
  return sum / trials;
}

int check(int items, int trials, const double *prices, double seconds) {
  int wrong = 0;
  for (int i = 0; i < items; i++)
    wrong += prices[i] != price(i, trials);
  printf("%d items, %d wrong, %.6f seconds\n", items, wrong, seconds);
  return wrong != 0;
}
