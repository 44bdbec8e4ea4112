double a[100];

void run(int m) {
#pragma omp parallel for
  for (int i = 1; i < m; i++)
    a[i] = a[i - 1];
}
