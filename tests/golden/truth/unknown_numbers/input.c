int a[1000], b[1000];
int twice(int k);
static void put(int *q, int k, int w) { q[k] = w; }
static void put_twice(int *q, int i) {
  int k = twice(i);
  q[k] = 1;
}
static void fill(int *q, int first, int end) {
  for (int j = first; j < end; j++) /* parallel */
    q[j] = j;
}
void t01(int n) {
  for (int i = 0; i < n; i++) /* undecided: each round another one */
    put(a, twice(i) / 2, i);
}
void t02(int n) {
  for (int i = 0; i < n; i++) /* undecided */
    put_twice(a, i);
}
void t03(int n) {
  for (int i = 0; i < n; i++) { /* undecided */
    int k = twice(i);
    a[k] = 1;
  }
}
void t04(int n) {
  for (int i = 0; i < n; i++) /* undecided */
    fill(a, b[i], b[i + 1]);
}
void t05(int n) {
  for (int i = 0; i < n; i++) { /* undecided */
    int k = i;
    while (b[k]) /* undecided */
      k++;
    a[k] = i;
  }
}
void t06(int n, int k) {
  for (int i = 0; i < n; i++) /* serial: the same one in all rounds */
    put(a, k, i);
}
void t07(int n) {
  for (int i = 0; i < n; i++) /* undecided */
    for (int j = twice(i), k = twice(i); j < k + 2; j++) /* undecided */
      a[j] = i;
}
void t08(int n) {
  int k = twice(n);
  for (int i = 0; i < n; i++) /* parallel: k is one number */
    put(a, k + i, i);
}
