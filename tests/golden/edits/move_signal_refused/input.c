double a[64], b[64], c[64];
int filled;
int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      // lcm: model time = 4 s
      for (int i = 0; i < 64; i++)
        a[i] = i;
      // lcm: model time = 6 s
      for (int i = 0; i < 64; i++)
        b[i] = i;
      // lcm: signal filled
      filled = 1;
    }
#pragma omp section
    {
      // lcm: wait filled
      while (!filled)
        ;
      // lcm: model time = 5 s
      for (int i = 0; i < 64; i++)
        c[i] = b[i];
    }
  }
  return 0;
}
