#include <string.h>
static char to[1000], from[1000];
static long fill(int row) {
  long found = 0;
  if (row == 4)
    return 1;
  memcpy(to, from, 1000);
  for (int c = 0; c < 4; c++)
    // lcm: prob 0.25
    if (from[c])
      found += fill(row + 1);
  return found;
}
int main(void) {
#pragma omp parallel
#pragma omp single
  fill(0);
}
