int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

int fib(int n) {
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2);
}

int binom(int n, int k) {
  if (k == 0 || k == n)
    return 1;
  return binom(n - 1, k - 1) + binom(n - 1, k);
}

static void merge(int n, double *a, double *b) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

void sort(int n, double *a, double *b) {
  if (n < 2)
    return;
  sort(n / 2, a, b);
  sort(n - n / 2, a + n / 2, b);
  merge(n, a, b);
}

double dot(int n, const double *a, const double *b) {
  if (n == 0)
    return 0;
  return a[n - 1] * b[n - 1] + dot(n - 1, a, b);
}

int odd(int n);

int even(int n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}

int odd(int n) {
  if (n == 0)
    return 0;
  return even(n - 1) + 0 * n;
}

int factorial_tree(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += factorial_tree(n - 1);
  return s;
}

int use(int m) {
  int s = 0;
  for (int i = 0; i < m; i++)
    s += fact(10) + fib(12) + binom(6, 3);
  return s;
}

int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
