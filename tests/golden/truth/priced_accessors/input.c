/* What a function reads by a pointer in a structure, a thousand each. */
#include <stdlib.h>

typedef struct {
  int width;
  double *pixels;
} image;

typedef struct node {
  struct node *next;
  double *values;
} node;

static double at(const image *in, int x, int y) {
  return in->pixels[y * in->width + x];
}

static double row(const image *in, int y, long n) {
  double sum = 0;
  for (long x = 0; x < n; x++)
    sum += at(in, x, y);
  return sum;
}

static double first(const node *of) { return of->values[0]; }

static double second(const node *of) { return of->values[1]; }

static double nested(const node *of) { return second(of); }

/* 0 us: the same structure in all rounds of the loop around the call. */
static double same(const image *in, long n) {
  return row(in, 1, n) + row(in, 2, n);
}

/* 20 us: the numbers of another one of an array each. */
static double array(const node *all, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += first(&all[i]);
  return sum;
}

/* 200 us: two lines for each node of a list, its own and that of its numbers,
 * each found by what the one before holds; a function that a function calls
 * reads them. */
static double list(const node *at, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++, at = at->next)
    sum += nested(at);
  return sum;
}

double all(long n, const image *in, const node *nodes) {
  return same(in, n) + array(nodes, n) + list(nodes, n);
}
