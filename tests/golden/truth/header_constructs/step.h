#ifndef STEP_H
#define STEP_H
void w(int i);

static inline void never(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    // lcm: model time = 100 s
    w(i);
}

static inline void step(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    w(i);
}

static inline void all(int n) {
#pragma omp parallel for
  for (int i = 0; i < REPEAT; i++)
    step(n);
}
#endif
