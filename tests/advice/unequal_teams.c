/* Unequal teams: two parts at the same time, of which one has three times as
 * much to do, have as many threads each. */
#include <omp.h>

enum { HEAVY = 9, LIGHT = 3 };

static double heavy[HEAVY], light[LIGHT];

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
#pragma omp parallel for schedule(static)
    // lcm: fragment heavy
    // lcm: model time per iteration = 10 ms
    for (int i = 0; i < HEAVY; i++)
      heavy[i] = i + 1;
#pragma omp section
#pragma omp parallel for schedule(static)
    // lcm: fragment light
    // lcm: model time per iteration = 10 ms
    for (int i = 0; i < LIGHT; i++)
      light[i] = i + 2;
  }
  return heavy[HEAVY - 1] != HEAVY || light[LIGHT - 1] != LIGHT + 1;
}
