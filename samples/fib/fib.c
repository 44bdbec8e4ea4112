/* Fibonacci numbers the slow way: a task for each call above a cut-off. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param n = 40 in 2..90 "which number"

enum { CUTOFF = 20 };

/* Return the Fibonacci number "n" by one thread. */
static long serial(int n) {
  if (n < 2) {
    // lcm: fragment end
    // lcm: model time = 2 ns
    return n;
  }
  return serial(n - 1) + serial(n - 2);
}

/* Return the Fibonacci number "n". */
static long fib(int n) {
  long a = 0;
  long b = 0;
  if (n < CUTOFF)
    return serial(n);
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  // lcm: fragment sum
  // lcm: model time = 500 ns
  return a + b;
}

/* Return the Fibonacci number "n" by adding. */
static long added(int n) {
  long a = 0;
  long b = 1;
  // lcm: ignore
  for (int i = 0; i < n; i++) {
    const long c = a + b;
    a = b;
    b = c;
  }
  return a;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 40;
  long result = 0;
  const double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  result = fib(n);
  const double seconds = omp_get_wtime() - start;
  const long wrong = result - added(n);
  printf("n %d fib %ld wrong %ld seconds %.6f\n", n, result, wrong, seconds);
  return wrong != 0;
}
