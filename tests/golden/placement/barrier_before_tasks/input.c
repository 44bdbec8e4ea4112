void work(void);
void part(void);

int main(void) {
#pragma omp parallel
  {
#pragma omp task
    {
      // lcm: model time = 1 s
      part();
    }
#pragma omp for schedule(static, 1)
    // lcm: model time per iteration = 3 s
    for (int i = 0; i < 1; i++)
      work();
#pragma omp task
    {
      // lcm: model time = 1 s
      part();
    }
  }
}
