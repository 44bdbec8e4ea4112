void w(int i);

int main(void) {
  [[omp::sequence(omp::directive(parallel for), directive(tile sizes(16)))]]
  for (int i = 0; i < 64; i++)
    // lcm: model time = 1 s
    w(i);
  [[omp::sequence(directive(parallel for), omp::directive(tile sizes(32)))]]
  for (int i = 0; i < 64; i++)
    // lcm: model time = 1 s
    w(i);
  return 0;
}
