static double x[100];

static void scale(int n, void (*shape)(int)) {
#ifdef OFFSET
  x[0] += OFFSET;
  if (n > 100)
    return;
#endif
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= FACTOR;
#pragma omp parallel
  shape(n);
}
