#include <stdio.h>
void work(int i);
int main(void) {
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 s
    work(i);
  printf("done\n");
}
