void first(void);
void second(void);
void later(void);

void part(void) {
#pragma omp sections
  {
#pragma omp section
    {
      // lcm: model time = 4 s
      first();
    }
#pragma omp section
    {
      // lcm: model time = 1 s
      second();
#pragma omp task
      {
        // lcm: model time = 2 s
        later();
      }
    }
  }
}

int main(void) {
#pragma omp parallel
  part();
}
