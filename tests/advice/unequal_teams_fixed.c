/* unequal_teams.c with threads for each part as it has to do. */
#include <omp.h>

enum { HEAVY = 9, LIGHT = 3 };

static double heavy[HEAVY], light[LIGHT];

int main(void) {
  const int all = omp_get_max_threads();
  const int few = all > 3 ? all / 4 : 1;
  omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    // lcm: with p = p - p / 4
#pragma omp parallel for schedule(static) num_threads(all - few)
    // lcm: fragment heavy
    // lcm: model time per iteration = 10 ms
    for (int i = 0; i < HEAVY; i++)
      heavy[i] = i + 1;
#pragma omp section
    // lcm: with p = p / 4
#pragma omp parallel for schedule(static) num_threads(few)
    // lcm: fragment light
    // lcm: model time per iteration = 10 ms
    for (int i = 0; i < LIGHT; i++)
      light[i] = i + 2;
  }
  return heavy[HEAVY - 1] != HEAVY || light[LIGHT - 1] != LIGHT + 1;
}
