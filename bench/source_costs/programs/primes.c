/* Primes by trial division, chunks of numbers on demand. */
#include <stdio.h>
#include <stdlib.h>

/* Return whether "x" is a prime. */
static int is_prime(long x) {
  if (x < 2)
    return 0;
  for (long d = 2; d * d <= x; d++)
    if (x % d == 0)
      return 0;
  return 1;
}

/* Count the primes below n. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  long primes = 0;
#pragma omp parallel for schedule(dynamic, 100) reduction(+ : primes)
  for (long x = 0; x < n; x++)
    primes += is_prime(x);
  printf("checksum %ld\n", primes);
  return 0;
}
