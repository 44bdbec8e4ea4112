/* Prices of options by the formula of Black and Scholes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Return the share of the normal distribution below "x". */
static double below(double x) { return 0.5 * erfc(-x * 0.7071067811865476); }

/* Return the price of a call at "spot" with "strike", "years" ahead. */
static double price(double spot, double strike, double years) {
  const double rate = 0.02;
  const double spread = 0.3 * sqrt(years);
  const double d = (log(spot / strike) + (rate + 0.045) * years) / spread;
  return spot * below(d) - strike * exp(-rate * years) * below(d - spread);
}

/* Price n options. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += price(100 + (double)(i % 50), 90 + (double)(i % 70),
                 0.1 + (double)(i % 11));
  printf("checksum %.9g\n", sum);
  return 0;
}
