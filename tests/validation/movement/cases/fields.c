/* Members of structures: arrays of structures, arrays in structures, structures
 * in structures, unions, copies, pointers to structures. */
#include <stdlib.h>
#define N 16

struct point {
  double x, y;
  int tag[4];
};
struct grid {
  int n;
  double *data;
  struct point corner;
};
union word {
  int whole;
  char bytes[4];
};
static struct point points[N], copy[N];
static struct grid grid;
static union word words[N];
static double total;

static void fill(struct grid *g, double by) {
  for (int i = 0; i < N; i++)
    g->data[i] = by * i;
  g->corner.y = by;
}

int main(void) {
  int n = N;
  grid.data = malloc(N * sizeof *grid.data);
  grid.n = n;
  fill(&grid, 2);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    points[i].x = grid.data[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    points[i].y = points[i].x + grid.corner.y;
    points[i].tag[2] = i;
  }
  for (int i = 0; i < n; i++)
    copy[i] = points[i];
  for (int i = 0; i < n; i++) {
    struct point *p = &copy[i];
    p->x = 0;
    p->tag[1] = p->tag[2];
  }
  for (int i = 0; i < n; i++)
    words[i].whole = i;
  for (int i = 0; i < n; i++)
    words[i].bytes[0] = 1;
  total = copy[3].x + words[2].whole;
  return 0;
}
