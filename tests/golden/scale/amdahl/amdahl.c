/* A quarter of the time cannot be divided. */
void first(void);
void each(int i);

void run(void) {
  // lcm: model time = 25 s
  first();
#pragma omp parallel for schedule(static)
  // lcm: model time per iteration = 0.000046875 s
  for (int i = 0; i < 1600000; i++)
    each(i);
}
