/* Master bottleneck: in each round one thread gets ready for all threads what
 * they then work on. */
enum { ROUNDS = 10, N = 1000 };

static double job[N], done[N];

int main(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp single
    {
      // lcm: fragment hand
      // lcm: model time per iteration = 5 us
      for (int i = 0; i < N; i++)
        job[i] = done[i] + 1;
    }
#pragma omp for schedule(static)
    // lcm: fragment work
    // lcm: model time per iteration = 30 us
    for (int i = 0; i < N; i++)
      done[i] = 2 * job[i];
  }
  return done[N - 1] != (2 << ROUNDS) - 2;
}
