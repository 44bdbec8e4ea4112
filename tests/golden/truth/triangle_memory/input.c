double a[2000][2000][10];
double s[2000];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 2000; i++)
    for (int j = i; j < 2000; j++)
      for (int k = 0; k < 10; k++)
        s[i] += a[i][j][k];
  return 0;
}
