int rowstr[1001], colidx[10000]; double a[10000], z[1000], r[1000];
void f(int n) {
  int j, k; double d;
#pragma omp parallel default(shared) private(j, d)
  {
#pragma omp for
    for (j = 1; j <= n; j++) {
      d = 0.0;
      for (k = rowstr[j]; k <= rowstr[j + 1] - 1; k++)
        d = d + a[k] * z[colidx[k]];
      r[j] = d;
    }
  }
}
int main(void) { f(900); return 0; }
