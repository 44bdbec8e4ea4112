#include <stdlib.h>
static double x[1000];
int main(void) {
#pragma omp parallel
  {
    unsigned seed = 1;
#pragma omp for
    for (int i = 0; i < 1000; i++)
      x[i] = rand_r(&seed) * 0.5;
  }
  x[0] = rand();
  return 0;
}
