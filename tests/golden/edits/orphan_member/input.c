#include <omp.h>
double a[64], b[64];
static void step(void) {
  // lcm: fragment L
  // lcm: model time per iteration = 1 ms
  for (int i = 0; i < 64; i++)
    a[i] = b[i];
}
int main(void) {
#pragma omp parallel
  {
    step();
#pragma omp single
    step();
  }
  return 0;
}
