/* Pointers that are kept in structures and arrays. */
#include <stdlib.h>
#define N 24
struct part {
  double *values;
  int from, to;
};
static double a[N], sums[4];
static double rows[4][N];
static double *of[4];
static struct part parts[4];

static void begin(struct part *p, double *values, int from) {
  p->values = values;
  p->from = from;
  p->to = from + N / 4;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int k = 0; k < 4; k++)
    of[k] = rows[k];
  for (int k = 0; k < 4; k++)
    begin(&parts[k], a, k * N / 4);
  for (int k = 0; k < 4; k++)
    parts[k].values = a;
#pragma omp parallel for
  for (int k = 0; k < 4; k++) {
    double s = 0;
    for (int i = parts[k].from; i < parts[k].to; i++)
      s += parts[k].values[i];
    sums[k] = s;
    for (int i = 0; i < N; i++)
      of[k][i] = s;
  }
  return 0;
}
