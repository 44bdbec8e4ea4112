extern int n;
static double a[1000];

void run(void) {
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
