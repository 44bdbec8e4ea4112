// lcm: external work(k) flops = 1e9*k
void work(int k);

// Recursions in loops that go by other steps than one.
static void by_two(int from, int n) {
  for (int i = from; i < n; i += 2)
    by_two(i + 1, n);
  work(1);
}

static void halves(int n) {
  while (n > 1) {
    work(n);
    halves(n / 2);
    n = n / 2;
  }
}

static void doubles(int n) {
  if (n <= 0)
    return;
  work(1);
  for (int i = 1; i < n; i *= 2)
    doubles(i);
}

static void down_by_two(int n) {
  if (n < 1)
    return;
  work(1);
  for (int i = n - 1; i >= 0; i -= 2)
    down_by_two(i);
}

static void does(int n) {
  if (n == 0)
    return;
  int m = n;
  do {
    does(m - 1);
    m -= 2;
  } while (m > 0);
  work(1);
}

int main(void) {
  by_two(0, 6);
  for (int k = 0; k < 100; k++)
    halves(16);
  for (int k = 0; k < 10000; k++)
    doubles(16);
  for (int k = 0; k < 1000000; k++)
    down_by_two(8);
  for (int k = 0; k < 100000000; k++)
    does(5);
  return 0;
}
