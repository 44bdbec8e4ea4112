void work(int i);

int main(int argc, char **argv) {
  if (argv[0][0] == 'x') {
    // lcm: model time = 1 s
    work(0);
    return 1;
  }
  if (argc > 7) {
    // lcm: model time = 1 s
    work(0);
    return 2;
  }
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
    // lcm: model time = 2 s
    work(i);
  }
  return 0;
}
