int main(void) {
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 8; i++) {
#pragma omp ordered
    // lcm: model time = 2 ms
    ;
    // lcm: model time = 8 ms
    ;
  }
  return 0;
}
