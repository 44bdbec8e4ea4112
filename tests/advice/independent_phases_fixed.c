/* independent_phases.c with both at the same time. */
enum { N = 1000 };

static double up[N], down[N];

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    // lcm: fragment rise
    // lcm: model time = 10 ms
    for (int i = 1; i < N; i++)
      up[i] = up[i - 1] + 1;
#pragma omp section
    // lcm: fragment fall
    // lcm: model time = 6 ms
    for (int i = 1; i < N; i++)
      down[i] = down[i - 1] - 1;
  }
  return up[N - 1] != N - 1 || down[N - 1] != 1 - N;
}
