int a[2000], b[2000];
static void put(unsigned char at, int x) { a[at] = x; }
static void fill(unsigned m, int n) {
  unsigned char at = 0;
  for (int i = 0; i < 1000; i++) {
    unsigned char j = i;
    a[j] = b[i];
  }
  for (int i = 0; i < 200; i++) {
    unsigned char j = i;
    a[j] = b[i];
  }
  for (int i = 0; i < 1000; i++)
    a[(unsigned char)i] = b[i];
  for (int i = 0; i < 1000; i++)
    put(i, b[i]);
  for (int i = 0; i < 1000; i++)
    a[at++] = b[i];
  for (unsigned i = 1; i < m; i++)
    a[i - 1] = b[i];
  for (unsigned i = 0; i < 100; i++)
    a[3 * i] = b[i];
  for (unsigned i = 0; i < 100; i++)
    a[i * 2147483648u] = b[i];
  for (int i = 0; i < n; i++)
    a[(short)i] = b[i];
  for (int i = 0; i < 100; i++)
    a[(signed char)i] = b[i];
  for (int i = -5; i < 6; i += 2)
    a[i / 2 + 9] = b[i + 9];
}
int main(void) {
  fill(30, 30);
  return a[3];
}
