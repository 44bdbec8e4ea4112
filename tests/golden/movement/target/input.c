static double a[100], b[100], c;

int main(void) {
  double *p = a;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for map(to : p[0 : 100]) map(from : b)
  for (int i = 0; i < 100; i++)
    b[i] = 2 * a[i];
  for (int i = 0; i < 100; i++)
    c += b[i];
  return 0;
}
