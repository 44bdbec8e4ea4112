int a[100], b[100], c[100];

static void one(void) {
  int i;
  for (i = 98; i >= 0; i--) {
    // lcm: model time = 1 us
    a[i] = b[i];
    // lcm: model time = 1 us
    c[i] = a[i + 1];
  }
  for (i = 98; i >= 0; i--) {
    // lcm: model time = 1 us
    a[i + 1] = b[i];
    // lcm: model time = 1 us
    c[i] = a[i];
  }
}

static void two(void) {
  for (int i = 98; i >= 0; i--)
    // lcm: model time = 1 us
    a[i] = b[i];
  for (int i = 98; i >= 0; i--)
    // lcm: model time = 1 us
    c[i] = a[i + 1];
  for (int i = 99; i > 0; i--)
    // lcm: model time = 1 us
    a[i] = b[i];
  for (int i = 99; i > 0; i--)
    // lcm: model time = 1 us
    c[i] = a[i - 1];
}

int main(void) {
  one();
  two();
  return c[3];
}
