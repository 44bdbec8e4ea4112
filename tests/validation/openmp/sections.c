#include "spend.h"
int main(void) {
#pragma omp parallel sections num_threads(THREADS)
  {
#pragma omp section
    spend(9);
#pragma omp section
    spend(2);
#pragma omp section
    spend(7);
#pragma omp section
    spend(4);
#pragma omp section
    spend(8);
#pragma omp section
    spend(3);
#pragma omp section
    spend(6);
#pragma omp section
    spend(5);
  }
  return 0;
}
