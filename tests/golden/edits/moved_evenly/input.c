static int a[64], b[64], n;
static void count(void) { n++; }
static void fill(int *x, int v) { x[0] = x[1] = v; }
int main(void) {
  int k, w[4] = {0};
  for (int i = 0; i < 8; i++)
    a[n++] = i;
  for (int i = 0; i < 8; i++) {
    count();
    a[i] = n;
  }
  for (int i = 0; i < 8; i++) {
    fill(w, i);
    for (int j = 0; j < 4; j++)
      b[8 * i + j] = w[j];
  }
  for (int i = 0; i < 8; i++)
    for (k = 0; k < 8; k += 2)
      b[8 * i + k] = k;
  return a[3] + b[3] + n;
}
