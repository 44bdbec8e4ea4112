void work(void);

static void part(int k, int n, int parts) {
  int w = n / parts, rest = n % parts;
  int lo, hi;
  if (k < rest) {
    lo = (w + 1) * k;
    hi = lo + w;
  } else {
    lo = (w + 1) * rest + w * (k - rest);
    hi = lo + w - 1;
  }
  for (int i = lo; i <= hi; i++)
    // lcm: model time = 1 s
    work();
}

int main(void) {
  int m;
  for (int i = 0; i < 5; i++) {
    m = 2 * i;
    for (int j = 0; j < m; j++)
      // lcm: model time = 100 s
      work();
  }
  part(0, 10, 4);
  part(1, 10, 4);
  part(3, 10, 4);
  return 0;
}
