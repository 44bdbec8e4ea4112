double a[64], b[64];
int to[64];
int main(void) {
  // lcm: model time = 1 ms
  for (int i = 0; i < 32; i++)
    a[i] = i;
  // lcm: model time = 1 ms
  for (int i = 0; i < 32; i++)
    b[i] = a[to[i]];
  return 0;
}
