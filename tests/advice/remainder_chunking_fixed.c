/* remainder_chunking.c with what is left over spread over the threads. */
enum { N = 47 };

static double a[N];

int main(void) {
#pragma omp parallel for schedule(static)
  // lcm: fragment price
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < N; i++)
    a[i] = 2.0 * i;
  return a[N - 1] != 2.0 * (N - 1);
}
