#include <odd.h>
#include <omp.h>

int main(void) {
  // lcm: model time = 1 s
  return 0;
}
