static inline void rows(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    // lcm: model time = 2 s
    row(i);
}
