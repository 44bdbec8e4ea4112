#include <omp.h>
#include "spend.h"
int main(void) {
  const int inner = omp_get_max_threads() / 2;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    spend(5);
#pragma omp parallel for num_threads(inner) schedule(SCHEDULE)
    for (int i = 0; i < 12; i++)
      spend(i + 1);
    spend(2);
  }
  return 0;
}
