double a[8][8], b[8][8], c[8][8];
int main(void) {
  int i, j, k, n = 8, t = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        a[i][j] += b[i][k] * k;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      if (b[i][j] > 0)
        t = j;
      c[i][j] = t;
    }
  return a[3][3] > 1;
}
