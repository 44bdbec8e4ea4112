void w(int i, int j);

int main(void) {
#pragma omp parallel for
#pragma omp tile sizes(8)
  for (int i = 0; i < 60; i++)
    // lcm: model time = 1 s
    w(i, 0);
  return 0;
}
