void work(void);
int c[100];

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 10; k++) {
    if (c[k])
#pragma omp task
      // lcm: model time = 1 ms
      work();
#pragma omp taskwait
  }
  return 0;
}
