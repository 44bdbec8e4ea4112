/* Each thread of the team counts; then they divide a loop. */
static int seen;
static double a[1000];

int main(void)
{
#pragma omp parallel
  {
    // lcm: model pc = 1 s
#pragma omp atomic
    seen++;
#pragma omp for
    for (int i = 0; i < 1000; i++)
      // lcm: model pc = 10 ms
      a[i] = i;
  }
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for
    for (int i = 0; i < 1000; i++) {
      // lcm: model pc = 10 ms
      mine = i;
      a[i] = mine;
    }
  }
  return 0;
}
