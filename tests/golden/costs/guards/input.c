double a[100], b[10];

static void fill(int n, double *to) {
  for (int i = 0; i < n; i++)
    to[i] = 0;
}

void guards(int n, int x, int y, int z, int u, int v, int w) {
  if (x)
    if (y != 3)
      if (z == 1 || u)
        if (v)
          if (w != 2) {
            fill(n, a);
            b[0] = 1;
          }
  if (x) {
    b[1] = 2;
    if (!x)
      b[2] = 3;
  }
  if (n != 7)
    fill(2 * n, a);
}
