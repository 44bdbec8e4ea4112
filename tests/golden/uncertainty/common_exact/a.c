void f(int n);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: model pc = (a = 2 +/- 0) s
      // lcm: measured 2026-11-25 points=4 common=7.5%
      f(1);
    }
#pragma omp section
    {
      // lcm: model pc = (b = 1 +/- 0.3) s
      f(2);
    }
  }
  return 0;
}
