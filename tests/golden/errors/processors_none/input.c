int main(void) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 s
    s += i;
  return s > 0;
}
