/* Constants of one function, and other variables called like them. */
static double a[1000];

enum { W = 5 };
static const int size = 7;

static void work(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 us
    a[i] = i;
}

static void wider(int m) {
  int W = m + 2;
  for (int i = 0; i < W; i++)
    // lcm: model time = 1 us
    a[i] = i;
}

static void blocks(void) {
  {
    const int k = 3;
    a[k] = 1;
  }
  {
    const int k = 70;
    for (int i = 0; i < k; i++)
      // lcm: model time = 1 us
      a[i] = i;
  }
}

static void behind(void) {
  work(size);
  const int size = 30;
  work(size);
}

int main(void) {
  const int n = 100;
  work(n);
  work(n + 2);
  wider(20);
  blocks();
  behind();
  for (int i = 0; i < W; i++)
    // lcm: model time = 1 us
    a[i] = i;
  return 0;
}
