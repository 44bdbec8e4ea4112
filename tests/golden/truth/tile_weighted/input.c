void w(int i, int j);

int main(void) {
#pragma omp parallel for
#pragma omp tile sizes(2)
  for (int i = 0; i < 6; i++)
    // lcm: model time = (i + 1) * 1 s
    w(i, 0);
  return 0;
}
