static double a[100];

int main(void) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j <= i; j++)
      // lcm: model time = 1 us
      a[i] += j;
  return 0;
}
