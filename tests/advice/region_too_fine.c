/* Region too fine: starting the threads takes longer than what they do. */
enum { ROUNDS = 1000, N = 16 };

static double a[N];

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel for schedule(static)
    // lcm: fragment step
    // lcm: model time per iteration = 0.1 us
    for (int i = 0; i < N; i++)
      a[i] = 0.5 * a[i] + 1;
  }
  return a[N - 1] != 2;
}
