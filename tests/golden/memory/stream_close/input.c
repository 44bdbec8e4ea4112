/* The four kernels of STREAM. */
#define N 20000000
static double a[N], b[N], c[N];

int main(void) {
  const double q = 3.0;
#pragma omp parallel for
  for (long i = 0; i < N; i++)
    c[i] = a[i];
#pragma omp parallel for
  for (long i = 0; i < N; i++)
    b[i] = q * c[i];
#pragma omp parallel for
  for (long i = 0; i < N; i++)
    c[i] = a[i] + b[i];
#pragma omp parallel for
  for (long i = 0; i < N; i++)
    a[i] = b[i] + q * c[i];
  return 0;
}
