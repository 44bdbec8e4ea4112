double a[4000];

// lcm: model rc per run = 1 s * (p - 1)
int main(void) {
  // lcm: model time = 2 s
  a[0] = 1;
#pragma omp parallel for
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < 4000; i++)
    a[i] = i;
  // lcm: model time = 1 s
  a[1] = 2;
  return 0;
}
