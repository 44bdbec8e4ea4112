static double v[300], sum;

static void add(const double *src, int n) {
  const double *end = src + n;
  for (const double *q = src; q < end; q++)
    sum += *q;
  for (const double *q = src; q < src + n; q += 2)
    sum += *q;
}

int main(void) {
  for (const double *q = v; q < v + 300; q++)
    sum += *q;
  add(v + 7, 31);
  return 0;
}
