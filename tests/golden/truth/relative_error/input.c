#include <stdio.h>
#include <stdlib.h>
#define ABS(x) ((x) >= 0 ? (x) : (-(x)))

/* Adds up numbers and compares the sum with what it should be. */
int main(int argc, char **argv) {
  long order = atol(argv[1]);
  int rounds = atoi(argv[2]);
  double sum = 0, expected = 0.5 * order * (order - 1);
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < order; i++) {
    // lcm: model time = 2 us
    sum += i;
  }
  expected *= rounds + 1;
  if (ABS((sum - expected) / expected) > 1e-8) {
    puts("wrong");
    exit(1);
  }
  return 0;
}
