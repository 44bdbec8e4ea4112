static double a[1000];

int main(void) {
  // lcm: model time = 1 ms
  a[0] = 1;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    // lcm: model time = 1 us
    a[i] += 1;
  return 0;
}
