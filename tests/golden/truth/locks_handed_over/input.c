#include <omp.h>

static omp_lock_t left, right;
void work(void);

int main(void) {
  omp_init_lock(&left);
  omp_init_lock(&right);
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    if (me == 0)
      omp_set_lock(&left);
    else
      omp_set_lock(&right);
#pragma omp barrier
    if (me == 0) {
      omp_unset_lock(&left);
      omp_set_lock(&right);
      omp_set_lock(&left);
    } else {
      omp_set_lock(&left);
      // lcm: model time = 2 s
      work();
      omp_unset_lock(&right);
      // lcm: model time = 1 s
      work();
      omp_unset_lock(&left);
    }
  }
  return 0;
}
