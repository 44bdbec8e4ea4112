void dgemm_(const char *, const char *, const int *, const int *, const int *,
            const double *, const double *, const int *, const double *,
            const int *, const double *, double *, const int *);
void work(const double *a, double *b, double *c) {
  const int m = 100, n = 200, k = 50;
  const double one = 1;
  dgemm_("N", "N", &m, &n, &k, &one, a, &m, b, &k, &one, c, &m);
}
