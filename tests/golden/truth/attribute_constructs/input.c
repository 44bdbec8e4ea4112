void w(int i);

void f(void) {
  [[omp::directive(parallel)]] {
    [[omp::directive(barrier)]];
    [[omp::sequence(directive(for, nowait), directive(unroll partial(2)))]]
    for (int i = 0; i < 8; i++)
      w(i);
  }
}
