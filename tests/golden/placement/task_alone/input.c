void work(int i);

int main(void) {
#pragma omp task
  {
    // lcm: model time = 3 s
    work(0);
  }
#pragma omp taskgroup
  {
#pragma omp task
    {
      // lcm: model time = 1 s
      work(1);
    }
#pragma omp task if (0)
    {
      // lcm: model time = 1 s
      work(2);
    }
  }
#pragma omp task
  {
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
      // lcm: model time = 1 s
      work(i);
    }
  }
#pragma omp taskwait
}
