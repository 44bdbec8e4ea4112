/* Region restarted: the threads are joined behind the first loop, and started
 * again for the second. */
enum { ROUNDS = 100, N = 160 };

static double a[N], b[N];

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel for schedule(static)
    // lcm: fragment there
    // lcm: model time per iteration = 1 us
    for (int i = 0; i < N; i++)
      a[i] = b[i] + 1;
#pragma omp parallel for schedule(static)
    // lcm: fragment back
    // lcm: model time per iteration = 1 us
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
  }
  return b[N - 1] != ROUNDS;
}
