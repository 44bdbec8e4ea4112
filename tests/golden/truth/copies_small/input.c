static double out[8];
int main(void) {
  double x = 2, few[4] = {1, 2, 3, 4};
#pragma omp parallel for firstprivate(x, few) schedule(static, 1)
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 ms
    out[i] = x * few[i & 3];
  return 0;
}
