static int count;

static void mark(void) {
  // lcm: model time = 1 s
  count++;
}

static void times(int n) {
  for (int i = 0; i < n; i++)
    mark();
}

static void given(int v) { times(10 + (v - 1) / 2); }

int main(void) {
  int zero = 0, one = 1;
  int below = zero - 1, half = one / 2;
  times(10 + (zero - 1) / 2);
  times(10 + below / 2);
  times(10 + (half - 1) / 2);
  times(10 + ((zero - 1) >> 1));
  given(0);
  return 0;
}
