/* Sums as OpenMP clauses take them. */
#include <stdlib.h>
struct pair {
  int x, y;
};
static struct pair pairs[8];
static int key[100];
static double top = -1, low = 1, part[10][4];
static unsigned bits, all = ~0u;
static double value[100];
void pointed(const int *x, int n, int *sum) {
  for (int i = 0; i < n; i++)
    *sum += x[i];
}
void chosen(int *to, int n) {
  for (int i = 0; i < n; i++)
    to[key[i]]++;
}
void rows(double *y, int m) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < m; j++)
      y[j] += value[i];
}
void grown(double *y) {
  int m = 1;
  for (int i = 0; i < 100; i++) {
    m = key[i] % 7;
    for (int j = 0; j < m; j++)
      y[j] += value[i];
  }
}
void members(void) {
  for (int i = 0; i < 100; i++)
    pairs[key[i]].x += i;
}
double *own(void) {
  double *p = malloc(80);
  for (int i = 0; i < 10; i++)
    p[i] = 0;
  for (int i = 0; i < 100; i++)
    p[key[i]] += value[i];
  return p;
}
int main(void) {
  int z = 0, t[100] = {0};
  double d[100] = {0};
  pointed(key, 100, &z);
  chosen(t, 100);
  rows(d, 50);
  grown(d);
  members();
  free(own());
  for (int i = 0; i < 100; i++)
    if (value[i] > top)
      top = value[i];
  for (int i = 0; i < 100; i++)
    low = value[i] < low ? value[i] : low;
  for (int i = 0; i < 100; i++)
    bits |= key[i];
  for (int i = 0; i < 100; i++)
    all &= key[i];
  for (int i = 0; i < 100; i++)
    part[key[i]][key[i] % 4] -= value[i];
}
