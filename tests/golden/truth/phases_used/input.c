#define N 8
static double a[N], b[N], c[N];
double f1(int), f2(double), f3(double), serial(double *);
int main(void) {
  double s;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    // lcm: model time = (i + 1) * 1 s
    a[i] = f1(i);
  // lcm: model time = 6 s
  s = serial(a);
#pragma omp parallel sections
  {
#pragma omp section
    // lcm: model time = 9 s
    b[0] = f2(s);
#pragma omp section
    // lcm: model time = 5 s
    c[0] = f3(s);
  }
  return 0;
}
