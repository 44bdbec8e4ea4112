/* A recursion of two calls, of which each part is asked. */
static long numbers(long n) {
  return n < 2 ? n : numbers(n - 1) + numbers(n - 2);
}

long all(long n) { return numbers(n); }
