void first(void);
void alone(void);
void second(void);

int main(void) {
#pragma omp parallel
  {
    for (int t = 0; t < 2; t++) {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 5; i++) {
        // lcm: model time = 1 s
        first();
      }
#pragma omp master
      {
        // lcm: model time = 1 s
        alone();
      }
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 4; i++) {
        // lcm: model time = 1 s
        second();
      }
    }
  }
}
