#define N 1024
static double a[N], b[N]; /* filled by tasks, read again and again */
static int idx[N];
int main(void) {
#pragma omp parallel
  {
#pragma omp single
  {
    for (int i = 0; i < N; i++)
#pragma omp task firstprivate(i)
      a[i] = i;
#pragma omp taskwait
  }
  for (int k = 0; k < 100; k++) {
#pragma omp for
      for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++) {
          // lcm: model time = 1 us
          b[i] += a[idx[j]];
        }
    }
  }
  return 0;
}
