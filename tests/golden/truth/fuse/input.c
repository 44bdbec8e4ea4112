void w(int i, int j);

int main(void) {
#pragma omp parallel for
#pragma omp fuse
  {
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      w(i, 0);
    for (int i = 0; i < 8; i++)
      // lcm: model time = 1 s
      w(i, 1);
  }
  return 0;
}
