/* Replicated work: each thread adds up all weights by itself. */
enum { N = 1000 };

static double a[N];

/* Return weight "i". */
static double weight(int i) { return i % 8 + 1; }

int main(void) {
#pragma omp parallel
  {
    double whole = 0;
    // lcm: fragment add
    // lcm: model time per iteration = 10 us
    for (int i = 0; i < N; i++)
      whole += weight(i);
#pragma omp for schedule(static)
    // lcm: fragment divide
    // lcm: model time per iteration = 20 us
    for (int i = 0; i < N; i++)
      a[i] = weight(i) / whole;
  }
  return a[7] != 8 / 4500.0;
}
