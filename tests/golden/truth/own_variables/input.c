/* Each call of a function has variables of its own; what moves is paid for
 * once.  Moving costs 1 s, nothing else costs anything. */

/* Tasks at depth 0 (one) and 1 (two): each moves its result to who waits. */
static long by_value(long n, int depth) {
  if (n < 2)
    return 1;
  long a = 0;
  long b = 0;
  if (depth < 2) {
#pragma omp task shared(a)
    a = by_value(n - 1, depth + 1);
    b = by_value(n - 2, depth + 1);
#pragma omp taskwait
  } else {
    a = by_value(n - 1, depth + 1);
    b = by_value(n - 2, depth + 1);
  }
  return a + b;
}

/* One half is computed from the other, by another task. */
static double halves(const double *x, int n) {
  double low = 0;
  double high = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : low) shared(low)
    low = x[0] * n;
#pragma omp task depend(in : low) shared(low, high)
    high = x[1] * n + low;
  }
  return low + high;
}

int main(void) {
  long ways = 0;
  double x[2] = {1, 2};
#pragma omp parallel
#pragma omp single
  ways = by_value(8, 0);
  return (int)ways + (int)halves(x, 1) + (int)halves(x, 2);
}
