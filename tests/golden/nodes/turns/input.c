void work(void);
int main(void) {
#pragma omp parallel
  {
    for (int t = 0; t < 3; t++) {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 5; i++) {
        // lcm: model time = 1 s
        work();
      }
    }
  }
}
