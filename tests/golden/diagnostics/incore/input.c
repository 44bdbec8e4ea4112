static double x[1000];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    x[i] = x[i] * 0.5;
  return 0;
}
