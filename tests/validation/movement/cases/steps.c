/* Numbers and pointers that loops move on. */
#define N 24
static double a[N], b[N], c[N], d[N], w[10 * N], m[N][N];

static void walk(double *p, int n) {
  for (int i = 0; i < n; i++)
    *p++ = n;
}

static double both(const double *p, const double *q) {
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += *p++ * *++q;
  return sum;
}

static void rows(double *at, int n) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < 5; j++)
      at[j] = i;
    at += n;
  }
}

static void columns(void) {
  int k = 0;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 4; j++)
      w[k++] = i;
  for (int i = 0; i < 5; i++) {
    w[k + 1] = i;
    k += 3;
  }
  w[k] = 9;
}

static void pairs(void) {
  double *q;
  int i, k = 5;
  for (i = 0, q = b + 2; i < 7; i++, q += 2)
    *q = i;
  for (i = 0; i < N; i += 2)
    c[k++] = i;
  for (i = 9; i >= 0; i--)
    w[200 + k--] = i;
}

static void sometimes(int n) {
  int k = 0;
  double *p = d;
  for (int i = 0; i < N; i++)
    if (a[i] > 5)
      w[100 + k++] = i;
  for (int i = 0; i < N; i++) {
    if (i == n)
      continue;
    *p++ = i;
  }
  while (n-- > 0)
    w[150 + k++] = n;
  for (int i = 0; i < 3; i++) {
    int t = k;
    k = k * 2;
    w[160 + t % 8] = i;
    k = 1;
  }
}

static void late(void) {
  double *p = a;
  int k = 4;
  p++;
  k += 2;
  p[k] = 1;
  k--;
  for (int i = 0; i < 3; i++) {
    double *q = p + i;
    int t = k;
    k++;
    q[t] = 2;
    p[k] = 3;
  }
}

int main(void) {
  walk(a + 2, 11);
  walk(b, 3);
  b[20] = both(a, b);
  rows(&m[0][1], N);
  columns();
  pairs();
  sometimes(7);
  late();
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *p = m[i];
    int k = 3;
    for (int j = 0; j < 10; j++)
      *p++ += w[k++];
  }
  return 0;
}
