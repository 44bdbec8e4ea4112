/* Chunk too fine: the threads fetch iterations one by one, which takes as long
 * as an iteration, though all iterations take equally long. */
enum { N = 100000 };

static double a[N];

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
  // lcm: fragment fill
  // lcm: model time per iteration = 1 us
  for (int i = 0; i < N; i++)
    a[i] = 2.0 * i;
  return a[N - 1] != 2.0 * (N - 1);
}
