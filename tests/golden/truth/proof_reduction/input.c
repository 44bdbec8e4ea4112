#define MAX(x, y) ((x) > (y) ? (x) : (y))
static inline int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) {
  if (a > b)
    return a;
  return b;
}
static int odd(int a, int b) { return a < b ? a : b + 1; }
int a[1000];
struct {
  long sum, sq, n;
} st;
int main(void) {
  int m = 9, all = 1, any = 0;
  for (int i = 0; i < 1000; i++)
    m = least(m, a[i]);
  for (int i = 0; i < 1000; i++)
    m = most(a[i], m);
  for (int i = 0; i < 1000; i++)
    m = a[i] < m ? a[i] : m;
  for (int i = 0; i < 1000; i++)
    m = odd(m, a[i]);
  for (int i = 0; i < 1000; i++)
    all = all && a[i];
  for (int i = 0; i < 1000; i++)
    any = any || a[i];
  for (int i = 0; i < 1000; i++) {
    st.sum += a[i];
    st.sq += a[i] * a[i];
    st.n++;
  }
  for (int i = 0; i < 1000; i++) {
    st.sum += a[i];
    a[i] = st.sum;
  }
  for (int i = 0; i < 1000; i++) {
    st.n = a[i];
    a[i] = st.n + 1;
  }
  return m + all + any + st.sum + st.sq + st.n + MAX(m, 1);
}
