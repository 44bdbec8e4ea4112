void work(int i);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: model time = 1 s
      work(0);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(1);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(2);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(3);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(4);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(5);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(6);
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      work(7);
    }
  }
}
