static double a[100000], b[100000];

int main(void) {
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for
    for (int i = 0; i < 100000; i++)
      a[i] = b[i];
  }
  return 0;
}
