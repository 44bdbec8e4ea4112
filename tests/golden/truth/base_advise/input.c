static double a[100][50], s[100];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 50; j++)
      s[i] += a[i][j];
  return 0;
}
