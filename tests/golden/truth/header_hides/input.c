/* The header of a `for` declares a second variable, called as one outside. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static int n_outer(int n) {
  int k = 0;
  for (int i = 0, n = 5; i < n; i++)
    k += 2;
  return n + k;
}

int main(void) {
  int n = 3;
  for (int i = 0, n = 5; i < n; i++)
    count(1);
  count(n);
  for (int i = 0, n = 2; i < n; i++)
    for (int j = 0, n = 4; j < n; j++)
      count(n);
  for (int i = 0; i < 2; i++)
    for (int m = n + 1, j = 0; j < m; j++)
      count(m);
  for (int i = 0, n = 4; i < n; i++) {
    int n = 2;
    count(n);
  }
  count(n);
  count(n_outer(7));
  return 0;
}
