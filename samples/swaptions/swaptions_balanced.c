/* Swaptions with the remainder spread over the threads: a static loop. */
#include <omp.h>
#include <stdlib.h>

#include "swaptions.h"

// lcm: param items = 32 in 1..1024 "number of swaptions"

int main(int argc, char **argv) {
  const int items = argc > 1 ? atoi(argv[1]) : 32;
  const int trials = argc > 2 ? atoi(argv[2]) : 2000;
  double *prices = malloc((size_t)items * sizeof *prices);
  if (!prices)
    return 2;
  const double start = omp_get_wtime();
#pragma omp parallel for schedule(static)
  // lcm: fragment price
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < items; i++)
    prices[i] = price(i, trials);
  const double seconds = omp_get_wtime() - start;
  // lcm: ignore
  const int wrong = check(items, trials, prices, seconds);
  free(prices);
  return wrong;
}
