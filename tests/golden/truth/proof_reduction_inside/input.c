#include <stdio.h>
#include <stdlib.h>
struct box { double sum; };
static double *line(double **p, int k) { return p[k]; }
static struct box *box_of(struct box **p, int k) { return p[k]; }
int main(void) {
  double **pp = malloc(64 * sizeof *pp);
  struct box **bb = malloc(64 * sizeof *bb);
  for (int i = 0; i < 64; i++) pp[i] = calloc(8, 64);
  for (int i = 0; i < 64; i++) bb[i] = calloc(8, 64);
  for (int i = 0; i < 64; i++) {
    double *r = line(pp, i / 2);
    r[0] += i;
  }
  for (int i = 0; i < 64; i++) {
    struct box *r = box_of(bb, i / 2);
    r->sum += i;
  }
  double *q = line(pp, 3);
  for (int i = 0; i < 64; i++)
    q[0] += i;
  printf("%g\n", pp[3][0] + bb[3]->sum);
  return 0;
}
