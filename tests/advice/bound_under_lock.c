/* Bound under lock: each value is compared with the best one so far under a
 * lock, though it hardly ever is better. */
enum { N = 10000 };

/* Return value "i", or less where it is not above "known". */
static long value(long i, long known) {
  const long x = i * 7919 % N;
  return x > known ? x : known;
}

int main(void) {
  long best = -1;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    long known;
#pragma omp atomic read
    known = best;
    // lcm: fragment compute
    // lcm: model time = 2 us
    const long x = value(i, known);
#pragma omp critical
    // lcm: prob 0.016
    if (x > best) {
      // lcm: fragment replace
      // lcm: model time = 1 us
      best = x;
    }
  }
  return best != N - 1;
}
