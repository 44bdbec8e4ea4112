enum { N = 1000 };
static double a[N], b[N];
int main(void) {
#pragma omp parallel
  {
    // lcm: model pc = 8 s
    // lcm: measured 2026-11-25 p=1..8 covers=pc,cl,rc
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
    // lcm: model pc = 4 s
    // lcm: model cl = 2 s
    // lcm: model rc = 1 s
    // lcm: measured 2026-11-25 p=1..8 covers=pc,cl,rc moves=a
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
  }
  return b[3] > 2;
}
