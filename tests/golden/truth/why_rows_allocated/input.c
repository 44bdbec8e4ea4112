#include <stdlib.h>
typedef struct { int type; double v[3]; } box;
box **BOX;
int main(void) {
  int n = 100;
  BOX = malloc(n * sizeof *BOX);
  for (int i = 0; i < n; i++)
    BOX[i] = malloc(n * sizeof **BOX);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      BOX[i][j].type = 0;
  for (int k = 0; k < n; k++)
    BOX[3][k].type = k;
  return 0;
}
