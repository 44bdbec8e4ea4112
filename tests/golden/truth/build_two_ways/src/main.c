#include "conf.h"
void work(int i);

int main(void) {
#ifdef GO
#pragma omp parallel for
#endif
  for (int i = 0; i < COUNT; i++)
    // lcm: model time = 1 s
    work(i);
  return 0;
}
