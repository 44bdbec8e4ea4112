#include <stdio.h>

/* A hash, with a call beside the loop. */
int main(void) {
  int h = 7;
  for (int i = 0; i < 1000000; i++)
    h = h * 31 + i;
  printf("%d\n", h);
  return 0;
}
