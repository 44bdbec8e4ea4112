/* chunk_too_fine.c with iterations that are assigned once. */
enum { N = 100000 };

static double a[N];

int main(void) {
#pragma omp parallel for schedule(static)
  // lcm: fragment fill
  // lcm: model time per iteration = 1 us
  for (int i = 0; i < N; i++)
    a[i] = 2.0 * i;
  return a[N - 1] != 2.0 * (N - 1);
}
