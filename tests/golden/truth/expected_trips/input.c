/* Loops whose end depends on data; each iteration does one addition. */

static double s;
static int a[41];
extern const unsigned *word;

/* 0.584 log2(700) + 1.47 steps: 6.989. */
static unsigned divisor(unsigned a, unsigned b) {
  while (b) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
    s += 1;
  }
  return a;
}

/* 32 bits, of which half are set: 16. */
static void bits(const unsigned *at) {
  for (unsigned x = at[0]; x; x &= x - 1)
    s += 1;
}

/* A number that is known is one that is executed: 4096 has one bit: 1. */
static void bits_known(void) {
  unsigned x = 4096;
  while (x != 0) {
    x = x & (x - 1);
    s += 1;
  }
}

/* Likewise 1024 is halved 10 times. */
static void collatz(void) {
  long x = 1024;
  while (x != 1) {
    if (x % 2)
      x = 3 * x + 1;
    else
      x /= 2;
    s += 1;
  }
}

/* Likewise 10 times, and the 1 that is left becomes 0: 11. */
static void down(void) {
  for (long x = 1024; x > 0; s += 1)
    x = x % 2 ? x - 1 : x / 2;
}

/* From 40 down to 1, or less: 20. */
static void insert(int x) {
  for (int k = 40; k > 0 && a[k - 1] > x; k--)
    s += 1;
}

/* A quarter of 200 rounds, each of which does 4 operations: 200. */
static void escape(double x, double c) {
  int k = 0;
  while (k < 200 && x * x < 4) {
    const double t = x + c;
    x = t * t;
    k++;
    s += 1;
  }
}

/* Exact, and it must stay so: 10. */
static void known(void) {
  for (int k = 0; k < 10; k++)
    s += 1;
}

int main(void) {
  divisor(1000, 700);
  bits(word);
  bits_known();
  collatz();
  down();
  insert(3);
  escape(0.1, 0.2);
  known();
  return 0;
}
