static double a[100], b[100];

int main(void) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = b[i];
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    b[i] = a[i + 1];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    // lcm: variant slow: model time = 1 ms
    sum += a[i] * b[i];
  return sum > 0;
}
