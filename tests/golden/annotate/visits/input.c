int next(int x);

static double work(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
  return a[0];
}

static double often(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += 2;
  return a[1];
}

int main(int argc, char **argv) {
  double a[100], s = 0;
  int x = 1;
  while (x != 0) {
    x = next(x);
#pragma omp parallel for
    for (int i = 0; i < argc; i++)
      a[i] = i;
    if (x % 4 == 0)
      s += work(argc, a);
    if (x % 4 == 1)
      s += often(argc, a);
  }
  s += often(argc, a);
  return argv[0] == 0 || s < 0;
}
