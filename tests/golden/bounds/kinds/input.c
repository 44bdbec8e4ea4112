/* Loops that each are bound by something else. */
#include <stdlib.h>

static double x[1000], y[1000], many[1 << 22], square[2048][2048];
static long next[1 << 22];
static int at[1 << 20];
double sum, gathered, column;
long last;

void kinds(int n) {
  for (int t = 0; t < 1000; t++)
    for (int i = 0; i < 1000; i++)
      y[i] = (x[i] * 2 + 1) * (x[i] + 3) * (x[i] - 4) * (x[i] + 5) + 6 * x[i];
  double s = 0;
  for (int t = 0; t < 10000; t++)
    for (int i = 0; i < 1000; i++)
      s += x[i];
  sum = s;
  long p = 0;
  for (int k = 0; k < n; k++)
    p = next[p];
  last = p;
  double g = 0;
  for (int i = 0; i < n; i++)
    g += many[at[i]];
  gathered = g;
  double c = 0;
  for (int j = 0; j < 2048; j++)
    for (int i = 0; i < 2048; i++)
      c += square[i][j];
  column = c;
  double *fresh = malloc(n * sizeof *fresh);
  for (int i = 0; i < n; i++)
    fresh[i] = 1;
  for (int i = 0; i < n; i++)
    many[i] = many[i + n] + 1;
  free(fresh);
}
