int main(void) {
  // lcm: parallel schedule trapezoid
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < 20; i++)
    ;
  // lcm: parallel schedule trapezoid,8
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < 20; i++)
    ;
  return 0;
}
