#include <omp.h>
double c[64], s;
omp_lock_t lock;
int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++) {
    // lcm: fragment own
    // lcm: model time = 1 ms
    c[i] += 1;

    omp_set_lock(&lock);
    // lcm: fragment add
    // lcm: model time = 1 ms
    s = s + c[i];
    omp_unset_lock(&lock);
  }
  return s > 1;
}
