/* Tasks and sections: what they share and what is their own. */
#define N 24
static double a[N], b[N], c[N], result;

static void half(double *x, int from, int to) {
  for (int i = from; i < to; i++)
    x[i] += 1;
}

int main(void) {
  int n = N;
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp section
    for (int i = 0; i < n; i++)
      b[i] = i;
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a)
    half(a, 0, n / 2);
#pragma omp task depend(out : b)
    half(b, n / 2, n);
#pragma omp task depend(in : a, b)
    for (int i = 0; i < n; i++)
      c[i] = a[i] + b[i];
#pragma omp taskwait
    result = c[n - 1];
  }
  return 0;
}
