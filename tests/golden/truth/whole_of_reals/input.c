/* Real numbers become whole ones by rounding to zero. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static void below(int n) {
  double d = -2.5;
  int r = d;
  count(r + 10);
  r = (int)d;
  count(r + 100);
  r = -n * 0.5;
  count(r + 1000);
}

static void updated(void) {
  int a = 0;
  a += 2.7;
  a -= 0.5;
  count(a + 2000);
  int b = 7;
  b *= 0.5;
  count(b);
}

/* 2^32 - 1, of which two bits are left. */
static void unsigned_one(void) {
  unsigned u = -1;
  int high = u >> 30;
  count(high);
}

int main(void) {
  below(5);
  updated();
  unsigned_one();
  return 0;
}
