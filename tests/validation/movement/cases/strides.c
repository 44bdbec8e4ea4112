/* Steps, downward loops, reversed and scaled subscripts. */
#define N 48
static double a[N], b[N], c[2 * N + 1], d[N];

int main(void) {
  int n = N;
  for (int i = 0; i < n; i += 3)
    a[i] = i;
  for (int i = n - 1; i >= 0; i -= 2)
    b[i] = i;
  for (int i = 1; i < n; i *= 2)
    d[i] = i;
  for (int i = 0; i < n; i++)
    c[2 * i + 1] = a[n - 1 - i];
  for (int i = n - 1; i >= 0; i--)
    a[i] += b[n - i - 1];
  for (int k = 0; k < n; k += 8)
    for (int i = k; i < k + 8; i++)
      b[i] = c[i];
#pragma omp parallel for
  for (int i = 0; i < n / 2; i++)
    a[2 * i] = b[2 * i] + b[2 * i + 1];
  return 0;
}
