/* Something of everything, to be given made-up measurements (sum.py). */
#include <math.h>
// lcm: param n = 64
static void relax(int n, double *a, double *b) {
#pragma omp for
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.5 * (a[i - 1] + a[i + 1]);
}
static double norm(int n, double *a) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return sqrt(s);
}
int main(int argc, char **argv) {
  int n = argc;
  double a[n], b[n], s = 0;
  a[0] = 1;
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp parallel
  {
    int k = 0;
    k += 2;
    for (int step = 0; step < 10; step++) {
      relax(n, a, b);
#pragma omp single
      a[0] += b[1];
#pragma omp barrier
    }
#pragma omp critical
    s += k;
  }
  for (int step = 0; step < 3; step++) {
    s += norm(n, a);
    s *= 2;
  }
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    s += sin(a[i]);
    s /= 2;
  }
  return s > 0;
}
