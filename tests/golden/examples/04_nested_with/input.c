void work(int i);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: with p = p/T - 1
#pragma omp parallel for
      // lcm: model work = 30 s
      for (int i = 0; i < 1200; i++)
        work(i);
    }
#pragma omp section
    {
      // lcm: with p = p/T - 1
#pragma omp parallel for
      // lcm: model work = 12 s
      for (int i = 0; i < 1200; i++)
        work(i);
    }
  }
}
