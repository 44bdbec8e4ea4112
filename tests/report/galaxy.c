/* A galaxy: n bodies that attract each other, moved by `steps` steps.  The
   forces are summed by halves of the bodies in tasks, with a tree of cells in
   which far bodies count as one; the tree is built by one processor. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { leaf = 256 };

struct body {
  double x, y, vx, vy, fx, fy, mass;
};

struct cell {
  double x, y, mass, size;
  int first, count;
};

static struct body *bodies;
static struct cell *cells;

/* Adds the force of the cell `c` on the body `b`. */
static void attract(struct body *b, const struct cell *c) {
  double dx = c->x - b->x, dy = c->y - b->y;
  double square = dx * dx + dy * dy + 1e-6;
  double by = c->mass / (square * sqrt(square));
  b->fx += dx * by;
  b->fy += dy * by;
}

/* Sums the forces on the bodies from `from` to before `to`. */
static void forces(int from, int to, int n) {
  if (to - from <= leaf) {
    // lcm: count n / leaf
    for (int c = 0; cells[c].count; c++)
      for (int i = from; i < to; i++)
        attract(&bodies[i], &cells[c]);
    return;
  }
  int middle = (from + to) / 2;
#pragma omp task
  forces(from, middle, n);
  forces(middle, to, n);
#pragma omp taskwait
}

/* Puts each body into the cell of its stripe. */
static void build(int n) {
  for (int c = 0; c < n / leaf; c++)
    cells[c].mass = cells[c].x = cells[c].y = cells[c].count = 0;
  for (int i = 0; i < n; i++) {
    struct cell *c = &cells[i / leaf];
    c->x += bodies[i].x * bodies[i].mass;
    c->y += bodies[i].y * bodies[i].mass;
    c->mass += bodies[i].mass;
    c->count++;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 65536;
  int steps = argc > 2 ? atoi(argv[2]) : 10;
  bodies = calloc(n, sizeof *bodies);
  cells = calloc(n / leaf + 1, sizeof *cells);
  for (int i = 0; i < n; i++) {
    bodies[i].x = cos(i);
    bodies[i].y = sin(i);
    bodies[i].mass = 1.0 / n;
  }
  for (int step = 0; step < steps; step++) {
    build(n);
#pragma omp parallel
#pragma omp single
    forces(0, n, n);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      bodies[i].vx += bodies[i].fx * 1e-3;
      bodies[i].vy += bodies[i].fy * 1e-3;
      bodies[i].x += bodies[i].vx * 1e-3;
      bodies[i].y += bodies[i].vy * 1e-3;
      bodies[i].fx = bodies[i].fy = 0;
    }
  }
  printf("%g %g\n", bodies[0].x, bodies[0].y);
  return 0;
}
