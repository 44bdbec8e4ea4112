double a[500][500][4];
double s[500];
int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static, 3) nowait
    for (int i = 0; i < 500; i++)
      for (int j = 0; j <= i; j++)
        for (int k = 0; k < 4; k++)
          s[i] += a[i][j][k];
#pragma omp for
    for (int i = 0; i < 500; i++)
      for (int j = i; j < 500; j++)
        for (int k = 0; k < 4; k++)
          s[i] += a[i][j][k];
  }
  return 0;
}
