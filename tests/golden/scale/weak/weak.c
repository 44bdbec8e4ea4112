// lcm: param n = 100
void first(void);
void each(int i);

void run(int n) {
  // lcm: model time = 1 s
  first();
#pragma omp parallel for schedule(static)
  // lcm: model time per iteration = 0.01 s
  for (int i = 0; i < n; i++)
    each(i);
}
