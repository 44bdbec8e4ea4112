double a[64];
int main(void) {
  const int n = 64;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    // lcm: fragment L
    // lcm: model time per iteration = 1 ms
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
  return a[7] != 7;
}
