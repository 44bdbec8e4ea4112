long count[64];
int main(void) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < 64; i++) {
    const int key = i * 5 % 64;
#pragma omp critical
    // lcm: model time = 2 ms
    count[key] += 1;
  }
  return 0;
}
