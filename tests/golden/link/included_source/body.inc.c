static void fill(int n);

int main(void) {
  fill(100);
  twice = 3;
  for (int i = 0; i < twice; i++) {
    // lcm: model time = 2 s
    fill(0);
  }
#pragma omp parallel sections num_threads(2)
  {
    // lcm: model time = 3 s
    fill(0);
#pragma omp section
    // lcm: model time = 4 s
    fill(0);
  }
  return 0;
}
