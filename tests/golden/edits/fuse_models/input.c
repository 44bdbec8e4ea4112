double a[100], b[100];
int main(void) {
#pragma omp parallel
  {
#pragma omp for nowait
    // lcm: fragment A
    // lcm: model pc = 100 ms
    // lcm: model li = 2 ms
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for nowait
    // lcm: fragment B
    // lcm: model pc = 60 ms
    // lcm: model li = 4 ms
    for (int j = 0; j < 100; j++)
      b[j] = a[j];
  }
  return 0;
}
