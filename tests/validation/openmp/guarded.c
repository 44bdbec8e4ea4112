#include <omp.h>
#include "spend.h"
int main(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    if (me == 0)
      spend(30);
    else
      spend(10 + me % 3);
#pragma omp barrier
    spend(5 + me);
#pragma omp single
    spend(12);
#pragma omp master
    spend(6);
    if (me % 2)
      spend(14);
  }
  return 0;
}
