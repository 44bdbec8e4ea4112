/* As many locks are taken as nobody follows one by one: each still costs what
 * it costs, 1 us by itself, one after the other by all threads.  200000 times
 * that is 0.2 s on one processor, and on two since only one has the lock. */
#include <stdlib.h>

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1;
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum += 1.0;
  }
  return sum > 0;
}
