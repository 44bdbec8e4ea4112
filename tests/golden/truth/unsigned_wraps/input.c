/* Numbers of 32 bits without a sign wrap around. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static void less(unsigned n) {
  n -= 5;
  count(n % 10);
  if (n > 100)
    count(2);
}

static unsigned back(unsigned n) { return n - 5; }

int main(void) {
  unsigned n = 3;
  n -= 5;
  count(n % 10);
  unsigned square = 65536;
  square = square * square;
  count(square + 3);
  unsigned big = 4000000000u;
  big += 500000000u;
  count(big % 100);
  unsigned down = 5;
  for (int i = 0; i < 5; i++)
    down -= i;
  count(down % 11);
  unsigned hash = 5381;
  for (int i = 0; i < 10; i++)
    hash = hash * 33 + i;
  count(hash % 50);
  unsigned a = 10, b = 20;
  int between = (int)(a - b);
  count(between + 15);
  count((a - b) / 1000000000);
  less(3);
  count(back(3) % 10);
  return 0;
}
