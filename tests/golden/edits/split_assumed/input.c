double a[64], b[64];
int to[64];
int main(void) {
  for (int i = 0; i < 64; i++) {
    // lcm: model time = 1 ms
    a[i] = i;
    // lcm: model time = 1 ms
    b[i] = a[to[i]];
  }
  return 0;
}
