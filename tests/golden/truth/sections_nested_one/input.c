void work(int i);
int main(void) {
  #pragma omp parallel sections num_threads(1)
  {
    #pragma omp section
    #pragma omp parallel for
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      work(i);
    #pragma omp section
    #pragma omp parallel for
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      work(i);
  }
  return 0;
}
