/* Fibonacci's numbers by recursion: calls and nothing else. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return the number "n". */
static long fibonacci(long n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* Return the number "n" again. */
double kernel(long n) { return (double)fibonacci(n); }
