int main(void) {
#pragma omp parallel for
  // lcm: variant trapezoid: parallel schedule trapezoid
  // lcm: variant two: parallel schedule trapezoid,2
  // lcm: model time per iteration = (16 - i) * 1 ms
  for (int i = 0; i < 16; i++)
    ;
  return 0;
}
