#include "spend.h"
int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 12; i++)
      spend(i + 1);
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 12; i++)
      spend(12 - i);
#pragma omp for schedule(SCHEDULE)
    for (int i = 0; i < 12; i++)
      spend(3);
  }
  return 0;
}
