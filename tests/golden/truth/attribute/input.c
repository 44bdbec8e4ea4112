void w(int i);

int main(void) {
  [[omp::directive(parallel, num_threads(2))]] {
    [[omp::directive(for, schedule(static, 1))]]
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      w(i);
  }
  return 0;
}
