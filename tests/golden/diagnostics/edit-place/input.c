double a[100];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;

  // lcm: model time = 1 s
  return 0;
}
