/* Calls of functions by themselves, a nanosecond each; nothing else costs
 * anything. */

/* Called 177 times for 10 steps, 176 times by itself. */
static long ways(long n) {
  if (n < 2)
    return 1;
  return ways(n - 1) + ways(n - 2);
}

/* Calls itself "n" times. */
static long down(long n) {
  if (n == 0)
    return 0;
  return 1 + down(n - 1);
}

/* Called in a loop: a compiler may put it there. */
static long twice(long n) { return 2 * n; }

int main(void) {
  long s = ways(10) + down(100);
  for (long i = 0; i < 1000; i++)
    s += twice(i);
  return s == 0;
}
