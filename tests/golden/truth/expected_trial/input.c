/* Numbers that are divided on trial; each division does an addition, too. */

static double s;

/* Divisors up to the root of 10000, and as often as any: 14.83 of 99. */
static int is_prime(long x) {
  for (long d = 2; d * d <= x; d++) {
    s += 1;
    if (x % d == 0)
      return 0;
  }
  return 1;
}

/* Divisors up to 9999: 1203.5. */
static int is_prime_slowly(long x) {
  for (long d = 2; d < x; d++) {
    s += 1;
    if (!(x % d))
      break;
  }
  return 1;
}

/* One number that is known is divided by 2, 3 and 5: 4. */
static int divisor(long x) {
  int d = 2;
  for (; d < 100; d++) {
    s += 1;
    if (x % d == 0)
      return d;
  }
  return 1;
}

int main(void) {
  int n = 0;
  for (long x = 10000; x < 10100; x++) {
    n += is_prime(10000);
    n += is_prime_slowly(10000);
  }
  return n + divisor(35);
}
