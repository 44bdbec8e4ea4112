double a[100][10];

static void fill(double *t, int i) {
  for (int j = 0; j < 10; j++)
    t[j] = a[i][j];
}

static void maybe(double *t, int i) {
  if (a[i][0] > 1)
    return;
  for (int j = 0; j < 10; j++)
    t[j] = a[i][j];
}

static void use(const double *t, int i) {
  for (int j = 0; j < 10; j++)
    a[i][j] = t[j] + 1;
}

int main(void) {
  double t[10];
  double u[10] = {0};
  for (int i = 0; i < 100; i++) {
    fill(t, i);
    for (int j = 1; j < 10; j++)
      a[i][0] += t[j];
    use(t, i);
  }

  for (int i = 0; i < 100; i++) {
    maybe(u, i);
    use(u, i);
  }
  return a[3][3] > 0;
}
