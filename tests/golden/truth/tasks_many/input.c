/* A million tasks of 40 ns: each of the same work, though its bounds differ,
 * through a call and in place. */
static double x[2000000];

/* Work on the rows from "i" to below "end". */
static void rows(long i, long end) {
  for (; i < end; i++)
    for (int k = 0; k < 20; k++)
      x[i] = x[i] * 0.99 + 0.01;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < 1000000; i++) {
#pragma omp task
    rows(i, i + 1);
  }
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < 2000000; i += 2) {
#pragma omp task
    for (long j = i; j < i + 2; j++)
      for (int k = 0; k < 10; k++)
        x[j] = x[j] * 0.99 + 0.01;
  }
  return 0;
}
