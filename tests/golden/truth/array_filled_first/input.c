double a[100][10];

static double whole(void) {
  double t[10];
  double r = 0;
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < 10; j++)
      t[j] = a[i][9 - j];
    for (int j = 0; j < 10; j++)
      a[i][j] = t[j] + t[9 - j];
  }
  return r;
}

static void longer(int m) {
  double t[m + 1];
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j <= m; j++)
      t[j] = a[i][j % 10];
    for (int j = 1; j <= m; j++)
      a[i][0] += t[j] - t[j - 1];
  }
}

static void elements(void) {
  double t[3];
  for (int i = 0; i < 100; i++) {
    t[0] = a[i][0];
    t[1] = a[i][1];
    a[i][2] = t[0] * t[1];
  }
}

static void skipping(void) {
  double t[10];
  for (int i = 0; i < 100; i++) {
    if (a[i][0] < 0)
      continue;
    for (int j = 0; j < 10; j++)
      t[j] = a[i][j] * a[i][0];
    for (int j = 0; j < 10; j++)
      a[i][j] = t[j];
  }
}

int main(void) {
  longer(9);
  elements();
  skipping();
  return whole() > 0;
}
