double a[100], b[100];
int unknown(int n);

double half(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > b[i])
      s += a[i] * b[i];
  return s;
}

double tenth(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    // lcm: prob 0.1
    if (a[i] > 1)
      s += b[i];
  return s;
}

double until(int n, double x) {
  while (x > 1)
    x /= a[n];
  // lcm: count 7
  while (x < 2)
    x *= a[n];
  return x;
}

int find(int n, double x) {
  int i;
  for (i = 0; i < n; i++)
    if (a[i] == x)
      break;
  return i;
}

int calls(int n) { return unknown(n) + 2; }

int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

double outer(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += half(i);
  // lcm: ignore
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
