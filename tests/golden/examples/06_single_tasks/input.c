void work(int i);

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 6; i++) {
#pragma omp task
    {
      // lcm: model time = 1 s
      work(i);
    }
  }
}
