void w(int i, int j);

int main(void) {
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(4, 4)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      // lcm: model time = 1 s
      w(i, j);
  return 0;
}
