void work(void);

int main(void) {
#pragma omp parallel
  for (int i = 0; i < 5; i++) {
#pragma omp for
    // lcm: model time per iteration = 1 s
    for (int k = 0; k < i; k++)
      work();
  }
}
