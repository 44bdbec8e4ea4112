#include "spend.h"
int main(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    spend(COST);
  return 0;
}
