void dgemm_(const char *, const char *, const int *, const int *, const int *,
            const double *, const double *, const int *, const double *,
            const int *, const double *, double *, const int *);
void transpose(double *c, int n);

/* c = transposed(a b + c) */
void solve(int n, const double *a, const double *b, double *c) {
  const double one = 1;
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &one, c, &n);
  transpose(c, n);
}
