/* What only conditions, jumps and loops of unknown length reach. */
#define N 20
static double a[N], b[N], c[N], d[N];
static int list[N] = {3, 7, 11, -1};

int main(void) {
  int n = N;
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      a[i] = 1;
  for (int i = 0; i < n; i++) {
    if (i == 12)
      break;
    b[i] = 2;
  }
  int k = 0;
  while (list[k] >= 0) {
    c[list[k]] = 4;
    k++;
  }
  for (int i = 0; i < n; i++)
    d[i] = a[i] > 0 && b[i] > 0 ? c[i] : 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (d[i] > 0)
      a[i] = 0;
    else
      b[i] = 0;
  }
  return 0;
}
