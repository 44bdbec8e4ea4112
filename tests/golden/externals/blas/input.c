void dgemm_(const char *, const char *, const int *, const int *, const int *,
            const double *, const double *, const int *, const double *,
            const int *, const double *, double *, const int *);
void dtrsm_(const char *, const char *, const char *, const char *,
            const int *, const int *, const double *, const double *,
            const int *, double *, const int *);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int,
                 const double *, int, double, double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int,
                 double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int,
                 const double *, int, double, double *, int);
void cblas_daxpy(int, double, const double *, int, double *, int);
double cblas_ddot(int, const double *, int, const double *, int);
void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
enum { ORDER = 102, NO = 111, LEFT = 141, RIGHT = 142, UP = 121, NONE = 131 };

void work(const double *a, double *b, double *c, int *ipiv, int *info) {
  const int m = 100, n = 200, k = 50;
  const double one = 1;
  dgemm_("N", "N", &m, &n, &k, &one, a, &m, b, &k, &one, c, &m);
  cblas_dgemm(ORDER, NO, NO, m, n, 2 * k, one, a, m, b, k, one, c, m);
  dtrsm_("L", "U", "N", "N", &m, &n, &one, a, &m, b, &m);
  dtrsm_("R", "U", "N", "N", &m, &n, &one, a, &m, b, &m);
  cblas_dtrsm(ORDER, LEFT, UP, NO, NONE, m, n, one, a, m, b, m);
  cblas_dtrsm(ORDER, RIGHT, UP, NO, NONE, m, n, one, a, m, b, m);
  cblas_dgemv(ORDER, NO, m, n, one, a, m, b, 1, one, c, 1);
  cblas_daxpy(n, one, a, 1, c, 1);
  cblas_ddot(n, a, 1, b, 1);
  dgetrf_(&m, &m, c, &m, ipiv, info);
}
