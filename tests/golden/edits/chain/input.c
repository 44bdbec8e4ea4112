// lcm: param n = 64 in 1..1000
double a[1000], b[1000], c[1000];
int main(void) {
  const int n = 64;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    // lcm: fragment A
    // lcm: model time per iteration = 1 ms * (i + 1)
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static)
    // lcm: fragment B
    // lcm: model time per iteration = 1 ms * (n - k)
    for (int k = 0; k < n; k++)
      b[k] = a[k];
#pragma omp for schedule(static)
    // lcm: fragment C
    // lcm: model time per iteration = 1 ms * (i + 1)
    for (int i = 0; i < n; i++)
      c[i] = b[n - 1 - i];
  }
  // lcm: fragment X
  // lcm: model time = 100 ms
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // lcm: fragment Y
  // lcm: model time = 60 ms
  for (int i = 0; i < n; i++)
    b[i] = 0;
  // lcm: fragment Z
  // lcm: model time = 40 ms
  for (int i = 0; i < n; i++)
    c[i] = b[i];
  return 0;
}
