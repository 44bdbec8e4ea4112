#include "spend.h"
int main(void) {
#pragma omp parallel for ordered schedule(SCHEDULE)
  for (int i = 0; i < 12; i++) {
    spend(8);
#pragma omp ordered
    spend(2);
  }
  return 0;
}
