int main(void) {
#pragma omp parallel sections num_threads(4)
  {
#pragma omp section
    // lcm: model time = 9 ms
    ;
#pragma omp section
    // lcm: model time = 2 ms
    ;
#pragma omp section
    // lcm: model time = 7 ms
    ;
#pragma omp section
    // lcm: model time = 4 ms
    ;
#pragma omp section
    // lcm: model time = 8 ms
    ;
#pragma omp section
    // lcm: model time = 3 ms
    ;
#pragma omp section
    // lcm: model time = 6 ms
    ;
#pragma omp section
    // lcm: model time = 5 ms
    ;
    // lcm: model time = 1 ms
    ;
  }
  return 0;
}
