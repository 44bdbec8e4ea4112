#include <stdlib.h>

// lcm: model time = seconds * 1 s
static void work(double seconds) { (void)seconds; }

extern double *table;
extern int stop;

int main(void) {
  if (!table) {
    work(100);
    return 1;
  }
#pragma omp parallel
  work(2);
  if (stop) {
    work(100);
    exit(1);
  }
#pragma omp parallel
  work(2);
  return 0;
}
