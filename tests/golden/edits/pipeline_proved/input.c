double a[65], b[65];
int filled;
int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      // lcm: model time per iteration = 100 ms
      for (int i = 0; i < 60; i++)
        a[i] = i;
      // lcm: signal filled
      filled = 1;
    }
#pragma omp section
    {
      // lcm: wait filled
      while (!filled)
        ;
      // lcm: model time per iteration = 100 ms
      for (int k = 0; k < 60; k++)
        b[k] = a[k];
    }
  }
  return 0;
}
