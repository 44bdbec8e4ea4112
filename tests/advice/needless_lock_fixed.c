/* needless_lock.c without it. */
enum { N = 10000, SIZE = 64 };

static double table[SIZE], a[N];

int main(void) {
  // lcm: ignore
  for (int k = 0; k < SIZE; k++)
    table[k] = k;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    double x;
    {
      // lcm: fragment look
      // lcm: model time = 2 us
      x = table[i % SIZE];
    }
    // lcm: fragment use
    // lcm: model time = 1 us
    a[i] = 2 * x;
  }
  return a[SIZE + 1] != 2;
}
