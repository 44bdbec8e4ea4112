typedef struct plan *fftw_plan;
typedef double fftw_complex[2];
fftw_plan fftw_plan_dft_1d(int n, fftw_complex *in, fftw_complex *out, int sign,
                           unsigned flags);
void fftw_execute(const fftw_plan p);
void cblas_dgemm(int order, int ta, int tb, int m, int n, int k, double alpha,
                 const double *a, int lda, const double *b, int ldb,
                 double beta, double *c, int ldc);
void cblas_dgemv(int order, int trans, int m, int n, double alpha,
                 const double *a, int lda, const double *x, int incx,
                 double beta, double *y, int incy);
void cblas_daxpy(int n, double alpha, const double *x, int incx, double *y,
                 int incy);
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy);
void cblas_dtrsm(int order, int side, int uplo, int transa, int diag, int m,
                 int n, double alpha, const double *a, int lda, double *b,
                 int ldb);
int LAPACKE_dgetrf(int layout, int m, int n, double *a, int lda, int *ipiv);
int LAPACKE_dpotrf(int layout, char uplo, int n, double *a, int lda);

void dgemm(int m, int n, int k, double *a, double *b, double *c) {
  cblas_dgemm(102, 111, 111, m, n, k, 1, a, m, b, k, 1, c, m);
}
void dgemv(int m, int n, double *a, double *x, double *y) {
  cblas_dgemv(102, 111, m, n, 1, a, m, x, 1, 1, y, 1);
}
void daxpy(int n, double *x, double *y) { cblas_daxpy(n, 2, x, 1, y, 1); }
double ddot(int n, double *x, double *y) { return cblas_ddot(n, x, 1, y, 1); }
void dtrsm_left(int m, int n, double *a, double *b) {
  cblas_dtrsm(102, 141, 122, 111, 131, m, n, 1, a, m, b, m);
}
void dtrsm_right(int m, int n, double *a, double *b) {
  cblas_dtrsm(102, 142, 122, 111, 131, m, n, 1, a, n, b, m);
}
void dgetrf(int m, int n, double *a, int *ipiv) {
  LAPACKE_dgetrf(102, m, n, a, m, ipiv);
}
void dpotrf(int n, double *a) { LAPACKE_dpotrf(102, 'L', n, a, n); }
void transform(int n, fftw_complex *x, fftw_complex *y) {
  fftw_plan p = fftw_plan_dft_1d(n, x, y, -1, 0);
  for (int i = 0; i < 10; i++)
    fftw_execute(p);
}
