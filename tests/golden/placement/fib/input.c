/* A tree of tasks: fib(n) has as many leaves of 1 s as the Fibonacci number
 * of n + 1. */
// lcm: param n = 20 in 1..40

static int fib(int n) {
  if (n < 2) {
    // lcm: model time = 1 s
    return n;
  }
  int a = 0;
#pragma omp task shared(a)
  a = fib(n - 1);
  const int b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int n = 20;
#pragma omp parallel
#pragma omp single
  n = fib(n);
  return n > 0;
}
