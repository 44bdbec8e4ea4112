static double a[40][200];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 200; j++)
      a[i][j] = i + j;
  return a[1][1] > 3;
}
