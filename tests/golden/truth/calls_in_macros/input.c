/* Calls that macros make, or are given. */
#define DO(call) call
#define BACKWARDS(first, second) \
  second;                        \
  first
#define WITH(function, n) function(n, a)
#define TWICE(n) work(2 * (n), a)
#define CHECK(call)  \
  do {               \
    if ((call) != 0) \
      return 1;      \
  } while (0)

static double a[1000];

static int work(int n, double *x) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 us
    x[i] = i;
  return 0;
}

int main(void) {
  const int n = 100;
  DO(work(n, a));
  BACKWARDS(work(n + 1, a), work(n + 2, a));
  WITH(work, n + 3);
  TWICE(50);
  CHECK(work(n + 4, a));
  return 0;
}
