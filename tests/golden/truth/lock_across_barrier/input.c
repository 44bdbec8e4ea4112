#include <omp.h>

omp_lock_t left, right;

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

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
      work(1);
      omp_unset_lock(&left);
      omp_set_lock(&right);
      omp_set_lock(&left);
    } else {
      omp_set_lock(&left);
      work(2);
      omp_unset_lock(&right);
      omp_unset_lock(&left);
    }
  }
  return 0;
}
