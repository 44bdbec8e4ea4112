void stage(int k);
int main(void) {
  #pragma omp parallel sections num_threads(1)
  {
    #pragma omp section
    for (int k = 0; k < 3; k++) {
      // lcm: model time = 2 s
      stage(k);
      // lcm: signal ready(k)
      ;
    }
    #pragma omp section
    for (int k = 0; k < 3; k++) {
      // lcm: wait ready(k)
      ;
      // lcm: model time = 5 s
      stage(k);
    }
  }
  return 0;
}
