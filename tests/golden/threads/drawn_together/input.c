static double x[400];
int again(int round);

static int work(int round) {
  // lcm: prob 0.25
  if (again(round)) {
#pragma omp for
    for (int i = 0; i < 4; i++) {
      // lcm: model time = 1 s
      x[i] += 1;
    }
  }
  return 0;
}

int main(void) {
#pragma omp parallel num_threads(4)
  for (int round = 0; round < 100; round++)
    work(round);
  return 0;
}
