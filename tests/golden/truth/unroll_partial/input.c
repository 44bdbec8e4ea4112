void w(int i, int j);

int main(void) {
#pragma omp parallel for
#pragma omp unroll partial(4)
  for (int i = 0; i < 30; i++)
    // lcm: model time = 1 s
    w(i, 0);
  return 0;
}
