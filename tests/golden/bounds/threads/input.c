/* What binds threads: locks, atomic operations, unequal shares, a model. */
extern void elsewhere(void);
extern void unknown(void);
static double a[1024];

void threads(int n) {
  double s = 0;
  long c = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      // lcm: model pc = 10 us
      elsewhere();
    }
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    // lcm: model pc = i * 1 us
    elsewhere();
  }
  // lcm: model pc = 2 ms
  elsewhere();
  unknown();
}
