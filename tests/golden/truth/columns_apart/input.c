#define MIN(x, y) ((x) < (y) ? (x) : (y))
double a[100][1000], b[100][1000];

static void work(int n) {
  for (int jj = 0; jj < n; jj += 16)
    for (int i = 0; i < n; i++)
      for (int j = jj; j < MIN(jj + 16, n); j++)
        a[i][j] = 2 * b[i][j];
}

static void chosen(int n) {
  for (int jj = 0; jj < n; jj += 16) {
    int end = n < jj + 16 ? n : jj + 16;
    for (int j = jj; j < end; j++)
      a[1][j] = 2 * b[1][j];
  }
}

static void set(int n) {
  for (int jj = 0; jj < n; jj += 16) {
    int end = jj + 16;
    if (end > n)
      end = n;
    for (int j = jj; j < end; j++)
      a[2][j] = 2 * b[2][j];
  }
}
static void shared(int n) {
  for (int jj = 0; jj < n; jj += 16)
    for (int j = jj; j < MIN(jj + 17, n); j++)
      a[3][j] = 2 * b[3][j];
}

static void histogram(int n) {
  double s[10];
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < 10; j++)
      s[j] = 0;
    for (int j = 0; j < n; j++)
      s[(int)b[i][j]] += 1;
    for (int j = 0; j < 10; j++)
      a[i][j] = s[j];
  }
}

int main(void) {
  work(100);
  chosen(100);
  set(100);
  shared(100);
  histogram(100);
  return a[1][1] > 0;
}
