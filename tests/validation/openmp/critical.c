#include "spend.h"
int main(void) {
#pragma omp parallel
  for (int i = 0; i < 3; i++) {
    spend(20);
#pragma omp critical
    spend(2);
  }
  return 0;
}
