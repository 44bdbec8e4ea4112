/* Smooths a row of numbers: what lcm advise has to say about it. */

enum { N = 4000, STEPS = 10 };

static double a[N], b[N], sum;

int main(void) {
  // lcm: fragment fill
  // lcm: model time per iteration = 1 us
  for (int i = 0; i < N; i++)
    a[i] = i % 7;
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for schedule(dynamic, 1)
    // lcm: fragment smooth
    // lcm: model time per iteration = 2 us
    for (int i = 1; i < N - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
#pragma omp for
    // lcm: fragment copy
    // lcm: model time per iteration = 100 ns
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i];
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
#pragma omp critical
    // lcm: model time = 50 ns
    sum += a[i];
  }
  return sum < 0;
}
