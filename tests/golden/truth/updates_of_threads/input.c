void TICK(void);

/* What threads add to their own or to a shared variable is not followed. */
int main(void) {
  int sum = 0, shared = 0, copy = 1, once = 2;
#pragma omp parallel reduction(+ : sum)
  { sum++; }
  for (int i = 0; i < sum; i++) {
    // lcm: model pc = 1 us
    TICK();
  }
#pragma omp parallel firstprivate(copy)
  {
#pragma omp critical
    { shared += 2; }
    copy++;
  }
  for (int i = 0; i < shared; i++) {
    // lcm: model pc = 10 us
    TICK();
  }
  for (int i = 0; i < copy; i++) {
    // lcm: model pc = 100 us
    TICK();
  }
#pragma omp parallel
#pragma omp single
  { once++; }
  for (int i = 0; i < once; i++) {
    // lcm: model pc = 1000 us
    TICK();
  }
  return 0;
}
