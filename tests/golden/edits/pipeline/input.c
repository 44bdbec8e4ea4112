double a[64], b[64];
int filled;
int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      // lcm: fragment first
      // lcm: model time = 10 s
      for (int i = 0; i < 64; i++)
        a[i] = i;
      // lcm: signal filled
      filled = 1;
    }
#pragma omp section
    {
      // lcm: wait filled
      while (!filled)
        ;
      // lcm: fragment second
      // lcm: model time = 10 s
      for (int i = 0; i < 64; i++)
        b[i] = a[i];
    }
  }
  return 0;
}
