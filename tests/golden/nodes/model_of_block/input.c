void f(void);
void g(void);
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    // lcm: model pc = 8 s
    {
      f();
      g();
    }
  }
#pragma omp parallel
  // lcm: model pc = 4 s
  {
    f();
    g();
  }
  // lcm: model pc = 2 s
  {
    f();
    g();
  }
#pragma omp parallel
#pragma omp critical
  // lcm: model pc = 1 s
  {
    f();
    g();
  }
}
