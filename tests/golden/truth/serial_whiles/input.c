static double t;
static int keys[4096];

static void sieve(int n) {
  for (int i = 2; i <= n; i++)
    for (int k = i * i; k <= n; k += i)
      t = t * 2.0;
}

static void trial(int n) {
  for (int d = 2; d * d <= n; d++)
    t = t * 2.0;
}

static void halved(int n) {
  while (n > 0) {
    t = t * 2.0;
    n = n / 2;
  }
}

static void thirds(int n) {
  for (; n > 1; n = n / 3)
    t = t * 2.0;
}

static void shifted(unsigned n) {
  for (unsigned k = 1; k < n; k = k << 1)
    t = t * 2.0;
}

static int find(int n, int key) {
  int low = 0;
  int high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    t = t * 2.0;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int find_in(int low, int high, int key) {
  while (low <= high) {
    int middle = (low + high) >> 1;
    t = t * 2.0;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return low;
}

static unsigned divisor(unsigned a, unsigned b) {
  while (b) {
    const unsigned rest = a % b;
    t = t * 2.0;
    a = b;
    b = rest;
  }
  return a;
}

static void steps(long x) {
  for (; x != 1;) {
    t = t * 2.0 + 1.0;
    x = x % 2 ? 3 * x + 1 : x / 2;
  }
}

static void wander(int x) {
  while (x != 3) {
    t = t * 2.0;
    x = keys[x];
  }
}

int main(void) {
  sieve(1000);
  trial(1000);
  halved(1000);
  thirds(1000);
  shifted(1000);
  find(1023, 7);
  find_in(0, 2047, 7);
  divisor(1000, 7);
  steps(1000);
  wander(0);
}
