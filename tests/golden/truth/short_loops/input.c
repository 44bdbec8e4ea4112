double a[9][1000];
double f(double);
static void rows(void) {
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 1000; j++) {
      // lcm: model time = 10 us
      a[i][j] = a[i][j] * 2;
    }
}
static void chain(void) {
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    for (int j = 1; j < 1000; j++) {
      // lcm: model time = 10 us
      a[i][j] = a[i][j - 1] * 2;
    }
}
static void triangle(void) {
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 100 * i; j++) {
      // lcm: model time = 10 us
      a[i][j] = a[i][j] * 2;
    }
}
int main(void) { rows(); chain(); triangle(); return a[1][1] > 0; }
