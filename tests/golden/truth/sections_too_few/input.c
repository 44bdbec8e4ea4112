void work(int i);
int main(void) {
  #pragma omp parallel sections
  {
    #pragma omp section
    {
      // lcm: wait ready
      ;
      // lcm: model time = 5 s
      work(0);
    }
    #pragma omp section
    {
      // lcm: model time = 2 s
      work(1);
      // lcm: signal ready
      ;
    }
  }
  return 0;
}
