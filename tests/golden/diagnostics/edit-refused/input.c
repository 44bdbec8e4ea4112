double a[100];

int main(void) {
  a[0] = 1;
  // lcm: fragment scan
  // lcm: model time = 1 s
  for (int i = 1; i < 100; i++)
    a[i] = a[i - 1];
  return 0;
}
