/* The sieve of Eratosthenes. */
#include "../kernel.h"

static char *composite;

/* Get the memory, touched. */
void prepare(long n) {
  composite = malloc((size_t)n + 1);
  for (long i = 0; i <= n; i++)
    composite[i] = 0;
}

/* Count the primes up to "n". */
double kernel(long n) {
  long primes = 0;
  for (long i = 2; i <= n; i++) {
    if (composite[i])
      continue;
    primes++;
    for (long k = i * i; k <= n; k += i)
      composite[k] = 1;
  }
  return (double)primes;
}
