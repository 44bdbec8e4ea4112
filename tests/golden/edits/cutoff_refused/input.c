#include <omp.h>
double a[9];
int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= 8; i++) {
#pragma omp task firstprivate(i)
    // lcm: model time = 1 s
    a[i] = i;
  }
  return 0;
}
