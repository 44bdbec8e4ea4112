double a[65], b[65];
int main(void) {
  for (int i = 1; i <= 64; i++) {
    // lcm: model time = 1 ms
    a[i] = i;
    // lcm: model time = 1 ms
    b[i] = b[i - 1] + a[i];
  }
  return 0;
}
