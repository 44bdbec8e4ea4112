int main(void) {
#pragma omp parallel for ordered schedule(guided)
  for (int i = 0; i < 12; i++) {
    // lcm: model time = 8 ms
    ;
#pragma omp ordered
    // lcm: model time = 2 ms
    ;
  }
  return 0;
}
