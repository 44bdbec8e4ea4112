double a[64], best;
int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++) {
    // lcm: model time = 1 ms
    best += a[i];
#pragma omp critical
    // lcm: prob 0.25
    if (a[i] > best)
      // lcm: model time = 1 ms
      best = a[i];
  }
  return 0;
}
