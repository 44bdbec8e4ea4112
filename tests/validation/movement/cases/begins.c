/* Pointers that variables begin with, what calls return, and what is read on
 * the way: by declarations, arguments and returns. */
#include <stdlib.h>

enum { N = 24 };

struct view {
  double *cells;
  long n;
};

static double store[N];
static double other[2 * N];
static double *grid = store;
static double *part = &other[N];
static struct view view = {other, N};
static struct view named = {.n = N, .cells = store};
static double *rows[2] = {other, store};
static int shift = 3;
static int table[N];

/* Return where the cells are kept. */
static double *kept(void) { return store; }

/* Return the cells behind the first of "cells". */
static double *behind(double *cells) { return cells + 1; }

/* Return new cells. */
static double *fresh(long n) {
  double *cells = calloc((size_t)n, sizeof *cells);
  return cells;
}

/* Add "by" to all of "cells". */
static void add(double *cells, double by) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    cells[i] += by;
}

/* Return a number of the table. */
static int pick(int i) { return table[i] + shift; }

int main(void) {
  double *mine = fresh(N);
  double *yours = kept();
  struct view local = {.cells = mine, .n = N};
  int at = table[1];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    store[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    part[i] = grid[N - 1 - i] + yours[i];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    mine[i] = view.cells[N + i] + named.cells[i] + rows[1][i];
  add(behind(store) - 1, other[N + 2]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int here = table[i];
    table[i] = here + shift;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += local.cells[i];
  return sum + pick(at) < 0;
}
