static double a[8], b[8], c[8], d[8], e[8], f[8];

static double *at(int k) {
  double *found = a;
  if (k == 1)
    found = b;
  if (k == 2)
    found = c;
  if (k == 3)
    found = d;
  if (k == 4)
    found = e;
  if (k == 5)
    found = f;
  return found;
}

int main(int argc, char **argv) {
  double *to = at(argc);
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    to[i] = 1;
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    a[i] = f[i];
  return 0;
}
