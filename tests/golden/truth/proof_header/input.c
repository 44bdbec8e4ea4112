int n = 100, m, a[200], b[200];
static void shrink(void) { n--; }
int main(void) {
  for (int i = 0; i < n; i++) {
    a[i] = i;
    if (i == 50)
      n = 80;
  }
  for (int i = 0; i < n; i++) {
    a[i] = i;
    shrink();
  }
  for (int i = 0; i < 100; i++) {
    a[i] = i;
    if (b[i])
      i++;
  }
  for (int i = 0; i < n; i++) {
    m = a[i];
    b[m] = i;
  }
  for (int i = 0; i < n; i++) {
    m = a[i];
    b[i] = m;
  }
  return a[3] + b[3] + m;
}
