static double a[120], b[40][40], c, d, e;
int main(int argc, char **argv) {
  int n = argc;
#pragma omp parallel sections
  {
#pragma omp section
    {
      for (int i = 0; i < 60; i++)
        a[i] = i;
      for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
          b[i][j] = 1;
    }
#pragma omp section
    for (int i = 30; i < 90; i++)
      c += a[i];
#pragma omp section
    for (int i = 10; i < 50; i++)
      d += a[i];
#pragma omp section
    for (int i = 15; i < 30; i++)
      for (int j = 5; j < 30; j++)
        e += b[i][j];
  }
  return c + d + e > n;
}
