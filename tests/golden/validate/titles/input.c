void work(int i);
double f(double x);

int main(void) {
#pragma omp parallel for
  // lcm: model pc = 1 ms
  for (int i = 0; i < 100; i++)
    work(i);
#pragma omp parallel for
  // lcm: model pc = 1 ms
  for (int i = 0; i < 100; i++)
    work(-i);
  f(1), f(2);
  return 0;
}
