/* What is touched as a whole or not at all, and what is not. */
#define N 24
static double a[N], b[N], c[N], d[N], low, high;
static int flag[N];

static void some(double *to, int how, int n) {
  if (how > 1)
    for (int i = 0; i < n; i++)
      to[i] = how;
  else
    to[n] = how;
}

int main(void) {
  int n = N;
  for (int i = 0; i < n; i++)
    flag[i] = i % 2;
  for (int i = 0; i < n; i++)
    if (n > 20)
      a[i] = 1;
  for (int i = 0; i < n; i++)
    if (n < 20)
      b[i] = 1;
  for (int i = 0; i < n; i++) {
    if (flag[i])
      for (int k = 0; k < 4; k++)
        c[k] = i;
    if (a[i] > 2)
      high = a[i];
    if (a[i] < 2)
      low = a[i];
    if (flag[i])
      d[i] = 2;
  }
  some(c + 8, 1, 4);
  some(c + 16, 2, 4);
  return 0;
}
