int main(void) {
  double s = 0;
#pragma omp parallel
  {
    // lcm: model pc = 8 s
    // lcm: model sl = 4 s * (procs - 1)
    // lcm: model li = 4 s * (procs - 1)
#pragma omp single
    s += 3;
    // lcm: model pc = 2 s
    // lcm: model sl = 1 s
#pragma omp critical
    s += 3;
  }
  return s > 0;
}
