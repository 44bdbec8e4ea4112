#include <omp.h>

static omp_nest_lock_t lock;
static double x;

static void add(void) {
  omp_set_nest_lock(&lock);
  // lcm: model time = 1 s
  x += 1;
  omp_unset_nest_lock(&lock);
}

static void twice(void) {
  omp_set_nest_lock(&lock);
  add();
  add();
  omp_unset_nest_lock(&lock);
}

int main(void) {
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    twice();
    add();
  }
  return 0;
}
