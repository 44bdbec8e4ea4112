double u[66], v[66], w[66];
int main(void) {
#pragma omp parallel
  for (int t = 0; t < 10; t++) {
#pragma omp for schedule(static)
    // lcm: fragment A
    // lcm: model time per iteration = 1 ms
    for (int i = 1; i <= 64; i++)
      v[i] = u[i - 1] + u[i + 1];
#pragma omp for schedule(static)
    // lcm: fragment B
    // lcm: model time per iteration = 1 ms
    for (int i = 1; i <= 64; i++)
      u[i] = v[i];
  }
  return 0;
}
