double a[1000][1000];
int rows(void);

void fill(int n) {
  int i, j;
  double s = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < 1000; j++)
      s += a[i % 1000][j] * 0.5;
  a[0][0] = s;
}

void set(int n) {
  int i;
  i = n / 2;
  a[i][i] = 1;
}

void ask(void) {
  int n = rows();
  a[n][0] = 1;
}
