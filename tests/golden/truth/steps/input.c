void work(void);

int main(void) {
  int n = 13;
  int k = 0;
  for (double x = 0; x < 1; x += 0.125)
    // lcm: model time = 1 s
    work();
  for (float x = 3; x >= 1; x -= 0.5f)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < n && i < 10; i += 3)
    // lcm: model time = 1 s
    work();
  while (n--)
    // lcm: model time = 1 s
    work();
  do {
    // lcm: model time = 1 s
    work();
    k += 4;
  } while (k < 10);
  return 0;
}
