#include <omp.h>
void work(int i);
static void set_up(void) { omp_set_num_threads(3); }
static void all(void) {
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    // lcm: model time = 1 s
    work(i);
}
int main(void) {
  set_up();
  all();
}
