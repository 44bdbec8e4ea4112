/* Variables that each round of a loop moves in the same way. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static void grids(int n) {
  for (int level = 0; level < 4; level++) {
    count(n);
    n /= 2;
  }
}

static void triangle(int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      k++;
  count(k);
}

static void power(int n) {
  int size = 1;
  while (size < n)
    size *= 2;
  count(size);
}

static void thirds(int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      found += 2;
  count(found);
}

static void digits(int n) {
  int k = 0;
  while (n > 1) {
    n >>= 1;
    k++;
  }
  count(k);
}

static void odd(int n) {
  int k = 1;
  for (int i = 0; i < n; i++)
    k ^= i;
  count(k);
}

int main(void) {
  grids(64);
  triangle(5);
  power(100);
  thirds(10);
  digits(1000);
  odd(7);
  return 0;
}
