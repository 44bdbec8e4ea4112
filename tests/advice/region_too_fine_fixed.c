/* region_too_fine.c without threads. */
enum { ROUNDS = 1000, N = 16 };

static double a[N];

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    // lcm: fragment step
    // lcm: model time per iteration = 0.1 us
    for (int i = 0; i < N; i++)
      a[i] = 0.5 * a[i] + 1;
  }
  return a[N - 1] != 2;
}
