double a[2000][1000];
double s[2000];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j < 1000; j++)
      // lcm: fragment elem
      s[i] += a[i][j];
  return 0;
}
