int main(void) {
  int s = 0;
  static int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    s = s + a[i];
  return s;
}
