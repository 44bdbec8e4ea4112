int a[4000];
static int twice(int k) { return 2 * k; }
static int half(int k) { return k / 2; }
static int clipped(int k) {
  if (k > 100)
    return 100;
  return k;
}
static void put(int *q, int k, int w) { q[k] = w; }
void t01(int n) {
  for (int i = 0; i < n; i++) /* parallel: element 2 i */
    a[twice(i)] = i;
}
void t02(int n) {
  for (int i = 0; i < n; i++) /* parallel: element i */
    put(a, twice(i) / 2, i);
}
void t03(int n) {
  for (int i = 0; i < n; i++) { /* parallel: element 2 i + 1 */
    int k = twice(i);
    a[k + 1] = 1;
  }
}
void t04(void) {
  for (int i = 0; i < 10; i++) /* serial: element 0 in rounds 0 and 1 */
    a[half(i)] = i;
}
void t05(void) {
  for (int i = 0; i < 200; i++) /* serial: element 100 in rounds 100 and on */
    a[clipped(i)] = i;
}
void t06(void) {
  for (int i = 0; i < 100; i++) /* parallel: element i */
    a[clipped(i)] = i;
}
