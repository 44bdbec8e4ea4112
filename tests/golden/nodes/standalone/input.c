void work(void);
int main(void) {
#pragma omp parallel
  {
    // lcm: ignore
#pragma omp barrier
    // lcm: model time = 1 s
    work();
    {
      // lcm: model time = 2 s
#pragma omp barrier
    }
    // lcm: model time = 3 s
#pragma omp cancel parallel
    // lcm: ignore
#pragma omp barrier
    // lcm: ignore
#pragma omp flush
  }
  return 0;
}
