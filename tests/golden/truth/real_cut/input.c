#include <math.h>
void work(int);
static void g(int m) {
  for (int i = 0; i < m; i++)
    // lcm: model time = 1 s
    work(i);
}
static void h(long m) {
  for (int i = 0; i < m; i++)
    // lcm: model time = 1 s
    work(i);
}
int main(void) {
  int n = 17;
  int q = sqrt(n);
  int b = 100 / q;
  g(b);
  double x = 3.7;
  g((int)x);
  g(x);
  g(x * 2);
  int r;
  r = log2(n);
  g(r);
  int s = x;
  g(s);
  long k = sqrt(n) + 0.9;
  h(k);
  for (int i = 0; i < sqrt(n); i++)
    // lcm: model time = 100 s
    work(i);
  for (int i = 2; i <= sqrt(n); i++)
    // lcm: model time = 100 s
    work(i);
}
