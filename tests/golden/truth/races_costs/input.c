#define N 200
static double C[N][N], A[N][N], B[N][N];
void k(int n) {
  int i, j, k;
  #pragma omp parallel
  {
    #pragma omp for private (j, k)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        C[i][j] *= 2;
        for (k = 0; k < n; ++k)
          C[i][j] += A[i][k] * B[k][j];
      }
  }
}
int main(void) { k(N); return 0; }
