double table[8], a[64];
int main(void) {
  // lcm: ignore
  for (int k = 0; k < 8; k++)
    table[k] = k;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++) {
    double x;
#pragma omp critical
    // lcm: model time = 2 ms
    x = table[i % 8];
    // lcm: model time = 1 ms
    a[i] = x;
  }
  return 0;
}
