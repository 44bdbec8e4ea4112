#include <stdlib.h>
#define LEVELS 3
static double *u[LEVELS];

int main(void)
{
  for (int l = 0; l < LEVELS; l++)
    u[l] = calloc(100, sizeof(double));
  for (int s = 0; s < 50; s++)
    for (int i = 0; i < 100; i++)
      u[1][i] += 0.5;
  return u[1][3] > 1;
}
