#include <omp.h>
#include <stdlib.h>

omp_lock_t lock;

int main(int argc, char **argv) {
  const int n = atoi(argv[1]);
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock(&lock);
    if (n)
      omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
  return 0;
}
