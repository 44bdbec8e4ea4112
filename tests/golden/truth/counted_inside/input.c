static double v[300];
static int k[300];
static int count;

static void mark(void) {
  // lcm: model time = 1 s
  count++;
}

int main(void) {
  const double *q = v;
  double sum = 0;
  int i = 0, j = 9, n = 0;
  while (q < v + 300) {
    sum += *q++;
    mark();
  }
  while (i < 30) {
    k[i++] = 2;
    mark();
  }
  while (j > 0) {
    sum += k[--j];
    mark();
  }
  do {
    mark();
    k[n++] = 1;
  } while (n < 20);
  return sum > 3;
}
