void work(int i);

int main(void) {
#pragma omp parallel for
  // lcm: model li = 1 s
  for (int i = 0; i < 100; i++) {
    // lcm: model time = 0.1 s
    work(i);
  }
}
