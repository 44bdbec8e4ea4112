static double v[300];
static int count;

static void mark(void) {
  // lcm: model time = 1 s
  count++;
}

static void sweep(double *a, int n) {
  const double *end = a + n;
  for (double *q = a; q < end; q++)
    mark();
  for (double *q = a; q < a + n; q += 2)
    mark();
}

int main(void) {
  const double *e = v + 300;
  for (double *q = v; q < &v[300]; q++)
    mark();
  for (double *q = &v[10]; q <= &v[20]; q++)
    mark();
  for (double *q = v; q != e; ++q)
    mark();
  for (const double *q = v, *z = v + 40; q < z; q++)
    mark();
  sweep(v, 31);
  return 0;
}
