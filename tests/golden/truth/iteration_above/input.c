int a[4000], b[4000];

int main(void) {
  // lcm: model time per iteration = 1 us
#pragma omp parallel for
  for (int i = 0; i < 4000; i++)
    a[i] = i;
#pragma omp parallel
  {
    // lcm: fragment second
    // lcm: model time per iteration = 1 us
#pragma omp for schedule(static)
    for (int i = 0; i < 4000; i++)
      b[i] = i;
  }
  return 0;
}
