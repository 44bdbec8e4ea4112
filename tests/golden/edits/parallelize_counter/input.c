static int c[14][10], b[80];
static void put(int *x, int k) { x[k] = 1; }
int main(void) {
  int j;
  int last;
  for (int i = 0; i < 14; i++) {
    int x;
    x = i;
    for (j = 0; j < 10; j++)
      c[i][j] = x;
  }
  for (int i = 0; i < 14; i++)
    for (last = 0; last < 10; last++)
      c[i][0] += 1;
  for (int i = 2; i < 6; i++) {
    int k = 0;
    while (k < 6) {
      put(b, i + k);
      k++;
    }
  }
  return c[2][0] + b[1] + last;
}
