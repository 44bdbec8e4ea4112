#include <stdio.h>
void work(int);
int main(void) {
  int p;
  if (scanf("%d", &p) != 1)
    return 1;
#pragma omp parallel for
  for (int i = 0; i < p; i++)
    // lcm: model time = 1 s
    work(i);
}
