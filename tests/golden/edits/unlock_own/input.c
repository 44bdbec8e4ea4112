double a[64];
int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    // lcm: model time = 2 ms
    a[i] += 1;
  }
  return 0;
}
