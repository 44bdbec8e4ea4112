/* What loops and functions that call themselves make of known numbers. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

enum mode { SMALL, LARGE };

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

static int fib(int n) {
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2);
}

static int ilog2(int n) { return n < 2 ? 0 : 1 + ilog2(n / 2); }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }

static int size(enum mode mode, int n) {
  switch (mode) {
  case SMALL:
    return n;
  default:
    return 10 * n;
  }
}

static int digits(int n) {
  int s = 0;
  for (; n; n /= 10)
    s += n % 10;
  return s;
}

int main(void) {
  int n = 36;
  count(gcd(n, 24));
  count(fact(4));
  count(fib(7));
  count(ilog2(1000));
  count(even(6) + odd(6));
  count(size(SMALL, 3) + size(LARGE, 2));
  count(digits(1234));
  int a = 48, b = 18;
  while (b) {
    const int rest = a % b;
    a = b;
    b = rest;
    count(1);
  }
  count(a);
  for (int k = 100; k > 1; k = (k + 1) / 2)
    count(1);
  double h = 1.0;
  const double eps = 0.01;
  for (; h > eps; h /= 2)
    count(1);
  int x = 7, steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  count(steps);
  unsigned bits = 0xff0f, set = 0;
  while (bits) {
    bits &= bits - 1;
    set++;
  }
  count(set);
  return 0;
}
