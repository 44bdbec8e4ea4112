static int data[4096], best, rest[4];
int weigh(int);

/* calls itself at four places */
static void halves(int n) {
  if (n < 2)
    data[n] += 1;
  else if (n & 1)
    halves(n / 2);
  else if (n & 2)
    halves(n / 2);
  else if (n & 4)
    halves(n / 2);
  else
    halves(n / 2);
}

/* a lock in a serial loop, in a function without a team */
static void search(int n) {
  for (int i = 0; i < n; i++) {
    const int w = weigh(i);
    // lcm: model time = 1 us
#pragma omp critical
    if (w < best)
      best = w;
  }
}

/* a lock around statements that no edit is made of */
static void touch(int i) {
#pragma omp critical(rest)
  {
    rest[i] = 1;
    rest[0]++;
  }
}

int main(void) {
  for (int i = 0; i < 4000; i++)
    // lcm: model time = 1 us
    halves(8);
#pragma omp parallel
  {
    search(1000);
    touch(0);
  }
  return best;
}
