static volatile int full[6];
static double buf[6], out[6];
void make(double *), use(const double *, double *);
int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    for (int k = 0; k < 6; k++) {
      // lcm: model time = 2 s
      make(&buf[k]);
      full[k] = 1;
    }
#pragma omp section
    for (int k = 0; k < 6; k++) {
      while (full[k] == 0)
        ;
      // lcm: model time = 3 s
      use(&buf[k], &out[k]);
    }
  }
  return 0;
}
