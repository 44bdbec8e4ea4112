#include <stdio.h>

static int size = 50;

static int smaller(int a, int b) { return a < b ? a : b; }
static int low(int k, int parts, int n) { return k * n / parts; }
static int at_least_ten(int n) {
  if (n > 10)
    return n;
  return 10;
}
static int twice_more(int n) {
  int m = 2 * n;
  return smaller(m, 1000) + 1;
}
static int hundred(void) { return 100; }
static int get_size(void) { return size; }
static int by_loop(int n) {
  for (int i = 0; i < n; i++)
    if (i * i > n)
      return i;
  return n;
}

static int tick(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    s += i;
  return s;
}

int main(void) {
  int n = 30, s = 0;
  int a = smaller(n, 20), b = low(3, 4, 100), c = at_least_ten(n);
  s += tick(a);
  s += tick(b);
  s += tick(c);
  c = at_least_ten(3);
  s += tick(c);
  int d = twice_more(20);
  s += tick(d) + tick(hundred()) + tick(get_size());
  for (int i = 0; i < smaller(n, 7); i++)
    // lcm: model time = 1 s
    s += i;
  if (at_least_ten(5) == 10)
    s += tick(1000);
  int e = by_loop(30);
  for (int i = 0; i < e; i++)
    // lcm: model time = 1 s
    s += i;
  printf("%d\n", s);
  return 0;
}
