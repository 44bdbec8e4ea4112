double c[64], s;
int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++) {
    // lcm: model time = 1 ms
    c[i] = s;

#pragma omp critical
    // lcm: model time = 1 ms
    s += c[i];
  }
  return 0;
}
