static double a[100], s;
void rows(const int *row, int n) {
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      s += a[k];
  // lcm: count 7
  for (int k = row[0]; k < row[1]; k++)
    s += a[k];
  unsigned x = (unsigned)n, y = (unsigned)row[3];
  while (y) {
    unsigned z = x % y;
    x = y;
    y = z;
  }
  s += x;
}
