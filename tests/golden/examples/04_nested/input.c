void work(int i);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp parallel for
      // lcm: model work = 40 s
      for (int i = 0; i < 1200; i++)
        work(i);
    }
#pragma omp section
    {
#pragma omp parallel for
      // lcm: model work = 16 s
      for (int i = 0; i < 1200; i++)
        work(i);
    }
  }
}
