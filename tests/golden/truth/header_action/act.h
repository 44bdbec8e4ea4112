#pragma once
typedef void (*action)(int);
void w(int i);

static void one(int i) {
  // lcm: model time = 1 s
  w(i);
}

static void two(int i) {
  // lcm: model time = 2 s
  w(i);
}

static void never(int i) {
  // lcm: model time = 200 s
  w(i);
}

static inline void each(int n, action act) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    act(i);
}
