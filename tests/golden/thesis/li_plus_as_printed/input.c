/* Two parallel tasks of three processors each that take 10 s and 4 s. */
void work(int i);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp parallel for
      // lcm: model work = 30 s
      for (int i = 0; i < 300; i++)
        work(i);
    }
#pragma omp section
    {
#pragma omp parallel for
      // lcm: model work = 12 s
      for (int i = 0; i < 300; i++)
        work(i);
    }
  }
}
