int a[100], b[100], c[100];
extern int n;

static int stop(int k) {
  // lcm: model time = 1 us
  a[0] = k;
  if (b[3])
    return 1;
  // lcm: model time = 1 us
  c[1] = 3;
  return 0;
}
static void rounds(void) {
  for (int i = 0; i < 10; i++) {
    // lcm: model time = 1 us
    a[i] = 4;
    if (b[i])
      continue;
    // lcm: model time = 1 us
    c[i] = 3;
  }
}
static void inside(void) {
  // lcm: model time = 1 us
  a[0] = 2;
  // lcm: model time = 1 us
  for (int i = 0; i < 10; i++) {
    if (b[i])
      break;
  }
  // lcm: model time = 1 us
  c[2] = 3;
}

static int both(void) {
  // lcm: model time = 1 us
  for (int i = 0; i < 10; i++)
    a[i] = b[i];
  // lcm: model time = 1 us
  for (int i = 0; i < 10; i++)
    if (b[i])
      return 1;
  return 0;
}

int main(void) {
  rounds();
  inside();
  return stop(3) + both();
}
