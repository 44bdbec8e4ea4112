int a[100], b[100];
int *rows[100];
static void fill(int *to, int i) {
  to[0] = i;
  to[1] = i * i;
}
static void set(int *to, int i) { *to = 2 * i; }
int main(void) {
  for (int i = 0; i < 100; i++) {
    int pair[2];
    fill(pair, i);
    a[i] = pair[1];
  }
  for (int i = 0; i < 100; i++) {
    int one;
    set(&one, i);
    a[i] = one;
  }
  for (int i = 0; i < 100; i++) {
    set(&a[i], i);
    set(&b[i], i);
  }
  for (int i = 0; i < 100; i++)
    *rows[i] = i;
  return a[1];
}
