enum { N = 1000 };
static double a[N], b[N];
int main(void) {
#pragma omp parallel
  {
    // lcm: model pc = 8 s
#pragma omp for schedule(static, 1)
    for (int i = 0; i < N; i++)
      a[i] = i;
    // lcm: model pc = 4 s
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
  }
  return b[3] > 2;
}
