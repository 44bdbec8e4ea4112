static double b[100], c[300], sum;
static volatile int ready;
void fill(double *from, int n);
double total(const double *b, const double *c);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: model pc = 3 s
      // lcm: output b[0:100]
      fill(b, 100);
      // lcm: signal ready
      ready = 1;
    }
#pragma omp section
    {
      // lcm: model pc = 1 s
      // lcm: output c[0:300]
      fill(c, 300);
      // lcm: wait ready
      while (!ready)
        ;
      // lcm: model pc = 2 s
      // lcm: model cl = 0.5 s
      // lcm: measured 2026-11-25 covers=pc,cl moves=b,c
      // lcm: input b[0:100], c[0:300]
      // lcm: output sum
      sum = total(b, c);
    }
  }
  return sum > 0;
}
