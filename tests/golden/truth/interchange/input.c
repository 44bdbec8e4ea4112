void w(int i, int j);

int main(void) {
#pragma omp parallel for
#pragma omp interchange
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 8; j++)
      // lcm: model time = 1 s
      w(i, j);
  return 0;
}
