#include "spend.h"
int main(void) {
#pragma omp parallel for ordered schedule(SCHEDULE)
  for (int i = 0; i < 12; i++) {
    spend(BEFORE);
#pragma omp ordered
    spend(2);
    spend(AFTER);
  }
  return 0;
}
