int a[400], b[400];
int s;
struct whole {
  int x, y, z, w;
};
struct bits {
  unsigned f : 3, g : 5;
  unsigned h;
} bits[100];
char text[4000];
unsigned sum(void) {
  unsigned found = 0;
  for (int i = 0; i < 100; i++) /* parallel */
    found += bits[i].f + bits[i].g;
  return found;
}
#define ONE(i) _Generic((i), int: a, default: b)
void t01(int n) {
  for (int i = 0; i < n; i++) /* undecided: chosen by type */
    ONE(i)[i] = ONE(i)[i + 1];
}
void t02(int n) {
  for (int i = 0; i < n; i++) /* undecided: a comma */
    (0, a)[i] = a[i + 1];
}
void t03(int n) {
  for (int i = 0; i < n; i++) /* undecided: the array is the subscript */
    i[a] = (i + 1)[a];
}
void t04(int n) {
  for (int i = 0; i < n; i++) /* undecided: a statement gives it */
    *({ &s; }) = a[i] + s;
}
void t05(int n) {
  for (int i = 0; i < n; i++) /* undecided: bytes, then numbers */
    *(int *)((char *)a + 4 * i) = a[4 * i + 2];
}
void t06(int n) {
  char *p = (char *)a;
  for (int i = 0; i < n; i++) /* undecided */
    *(int *)(p + 4 * i) = a[4 * i + 2];
}
void t07(int n) {
  for (int i = 0; i < n; i++) /* undecided: structures of 16 bytes */
    ((struct whole *)text)[i].x = text[i + 2000];
}
void t08(void *p, int n) {
  for (int i = 0; i < n; i++) /* undecided: i of one meets 4 * i of others */
    ((int *)p)[i] = ((char *)p)[i + 4000];
}
void t09(int n) {
  int own[100] = {0};
  int *q = own;
  int **r = &q;
  for (int i = 0; i < n; i++) /* undecided: *r is q */
    (*r)[i] = own[i + 1];
}
void t10(int n) {
  for (int i = 0; i < n; i++) { /* undecided: both lie in one word */
    bits[i].f = 1;
    bits[i + 1].g = 2;
  }
}
void t11(int n) {
  unsigned *q = (unsigned *)a;
  for (int i = 0; i < n; i++) /* parallel: of one size */
    q[i] = a[i] + 1u;
}
void t12(void *p, int n) {
  int *q = p;
  for (int i = 0; i < n; i++) /* parallel */
    q[i] = i;
}
