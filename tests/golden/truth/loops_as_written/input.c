void work(int);

/* counted behind its body */
static void sweeps(int most) {
  int count = 0;
  do {
    // lcm: model time = 1 s
    work(count);
    count++;
  } while (count < most);
}

/* the index is used for something else later */
static void reused(int n, double *x, const int *to) {
  int j;
#pragma omp parallel for private(j)
  for (j = 1; j <= n; j++)
    // lcm: model time = 1 s
    work(j);
  for (int k = 0; k < n; k++) {
    j = to[k];
    x[j] = 1;
  }
}

/* the bound is set in each iteration, and declared before */
static void rising(int n) {
  int m;
  for (int i = 0; i < n; i++) {
    m = 2 * i;
    for (int k = 0; k < m; k++)
      // lcm: model time = 1 s
      work(k);
  }
}

int main(int argc, char **argv) {
  static double x[100];
  static int to[100];
  (void)argc;
  (void)argv;
  sweeps(50);
  reused(100, x, to);
  rising(10);
  return 0;
}
