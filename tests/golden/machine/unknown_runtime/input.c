int main(void) {
#pragma omp parallel for schedule(runtime)
  // lcm: model time per iteration = (i + 1) * 1 ms
  for (int i = 0; i < 18; i++)
    ;
  return 0;
}
