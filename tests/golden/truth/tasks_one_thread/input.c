void work(int i);
int main(void) {
  #pragma omp parallel
  #pragma omp single
  {
    #pragma omp task
    {
      // lcm: model time = 2 s
      work(1);
      // lcm: signal ready
      ;
    }
    #pragma omp task
    {
      // lcm: wait ready
      ;
      // lcm: model time = 5 s
      work(0);
    }
    #pragma omp task
    // lcm: model time = 3 s
    work(0);
  }
  return 0;
}
