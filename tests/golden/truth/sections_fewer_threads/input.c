void stage(int k);
int main(void) {
  #pragma omp parallel sections
  {
    #pragma omp section
    for (int k = 0; k < 4; k++) {
      // lcm: model time = 1 s
      stage(k);
      // lcm: signal first(k)
      ;
    }
    #pragma omp section
    for (int k = 0; k < 4; k++) {
      // lcm: wait first(k)
      ;
      // lcm: model time = 3 s
      stage(k);
      // lcm: signal second(k)
      ;
    }
    #pragma omp section
    for (int k = 0; k < 4; k++) {
      // lcm: wait second(k)
      ;
      // lcm: model time = 2 s
      stage(k);
    }
  }
  return 0;
}
