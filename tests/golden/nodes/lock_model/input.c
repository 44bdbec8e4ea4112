int main(void) {
  double s = 0;
#pragma omp parallel
  {
    // lcm: model pc = 8 s
#pragma omp critical
    s += 3;
  }
  return s > 0;
}
