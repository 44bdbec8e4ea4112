double a[65], b[64];
int to[64];
int main(void) {
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < 64; i++)
    a[i] = i;
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < 64; i++)
    b[i] = a[i + 1];
  return 0;
}
