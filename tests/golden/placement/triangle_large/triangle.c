double a[100000];

void f(double *x);

/* The innermost statement runs (i + 1)(i + 2)/2 times for each i. */
static void slice(int i) {
  for (int j = 0; j <= i; j++)
    for (int k = 0; k <= j; k++)
      // lcm: model time = 1 us
      f(a + k);
}

int main(int argc, char **argv) {
  int n = argc;
  // lcm: param n = 100
  for (int i = 0; i < n; i++)
    slice(i);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    slice(i);
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    slice(i);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    slice(i);
  return 0;
}
