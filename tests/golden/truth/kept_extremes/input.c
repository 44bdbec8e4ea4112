#define LARGER(p, q) ((p) > (q) ? (p) : (q))
#define SMALLER(p, q) (((p) < (q)) ? (p) : (q))
double x[100], y[100];
int a[100], b[100];
struct extremes {
  double least, most;
} st;
static double larger(double p, double q) { return p > q ? p : q; }
static int larger_whole(int p, int q) { return p > q ? p : q; }
void t01(int n) {
  double m = 0, k = 0;
  for (int i = 0; i < n; i++) { /* parallel */
    m = LARGER(m, x[i]);
    k = SMALLER(x[i], k);
  }
  y[0] = m + k;
}
void t02(int n) {
  for (int i = 0; i < n; i++) /* parallel */
    st.most = LARGER(st.most, x[i]);
}
void t03(int n) {
  double m = 0;
  for (int i = 0; i < n; i++) /* parallel */
    m = larger(m, x[i]);
  y[0] = m;
}
void t04(int n) {
  unsigned m = ~0u;
  double s = 0;
  for (int i = 0; i < n; i++) { /* parallel: casts of what is added */
    m &= (unsigned)a[i];
    s = s + (double)a[i];
  }
  y[0] = m + s;
}
void t05(int n) {
  double m = 0, k = 0;
  for (int i = 0; i < n; i++) { /* serial: k takes what m is so far */
    m = LARGER(m, x[i]);
    k = LARGER(k, m + i);
  }
  y[0] = m + k;
}
void t06(int n) {
  double m = 0;
  for (int i = 0; i < n; i++) /* serial */
    m = LARGER(m, x[i] + m);
  y[0] = m;
}
void t07(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) /* serial: each round drops the fraction */
    s = (int)s + x[i];
  y[0] = s;
}
void t08(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) /* serial */
    s = (int)(s + x[i]);
  y[0] = s;
}
void t09(int n) {
  signed char m = 0;
  for (int i = 0; i < n; i++) /* undecided: 300 would be kept as 44 */
    m = a[i] > m ? a[i] : m;
  b[0] = m;
}
void t10(int n) {
  signed char m = 0;
  for (int i = 0; i < n; i++) /* undecided */
    m = larger_whole(m, a[i]);
  b[0] = m;
}
void t11(int n) {
  _Bool any = 0;
  for (int i = 0; i < n; i++) /* serial: 1 - 1 is 0, 1 + 1 is 1 */
    any += a[i];
  b[0] = any;
}
void t12(int n) {
  double m = 0;
  for (int i = 0; i < n; i++) /* serial: 2.9 is kept after 0, not after 2 */
    m = (int)x[i] > m ? x[i] : m;
  y[0] = m;
}
unsigned h;
short sh;
int c[40], e[40];
void t13(void) {
  int m = 0;
  for (int i = 2; i < 12; i++) /* parallel, though nothing uses m */
    m += a[i];
}
void t14(void) {
  for (int i = 0; i < 12; i++) /* parallel, and nothing is rounded */
    h += 1;
}
void t15(void) {
  for (int i = 0; i < 12; i++) /* undecided: sums wrap, also in this way */
    __builtin_add_overflow(h, a[i], &h);
}
void t16(void) {
  for (int i = 2; i < 7; i++) { /* undecided: the smallest in an element */
    c[i] = 0;
    c[8] = i < c[8] ? i : c[8];
  }
}
void t17(void) {
  for (int i = 0; i < 12; i++) { /* undecided: where no a[i] is 0, a sum */
    b[i] = a[i] == 0 ? h : 1;
    h += i;
  }
}
void t18(void) {
  for (int i = 0; i < 12; i++) { /* serial: each b[i] has what h is so far */
    b[i] = h;
    h += i;
  }
}
void t19(int n) {
  for (int i = 0; i < n; i++) /* undecided: serial where n > 20 */
    e[i] = e[i + 20];
}
void t20(void) {
  for (int i = 0; i < 12; i++) { /* undecided: b[3] may be 1 */
    c[i] = h;
    h += b[3];
  }
}
