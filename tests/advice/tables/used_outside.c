/* A sum that is added to under a lock, and read in the loop without it. */
enum { N = 1000 };

static double a[N], sum;

int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    // lcm: fragment look
    // lcm: model time = 1 us
    a[i] = sum;
#pragma omp critical
    {
      // lcm: fragment add
      // lcm: model time = 3 us
      sum += a[i];
    }
  }
  return 0;
}
