/* lock_as_reduction.c with a total of each thread's own. */
enum { N = 10000 };

/* Return number "i". */
static long number(long i) { return i % 8 + 1; }

int main(void) {
  long total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (int i = 0; i < N; i++) {
    // lcm: fragment compute
    // lcm: model time = 1 us
    const long x = number(i);
    // lcm: fragment add
    // lcm: model time = 3 us
    total += x;
  }
  return total != N / 8 * 36;
}
