/* The stencil of fourcolour.c with partitions whose size the program chooses
 * while it runs: after each sweep it asks how many partitions the next should
 * have, by what handing them out took and how unevenly they were shared. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "lcm_refine.h"

enum { COLOURS = 4, LEAST = 2 };

/* A square of "n" x "n" inner points in partitions of "side" x "side". */
struct square {
  size_t n;
  double *points; /* with the border, row by row */
  size_t side;
  size_t along; /* how many partitions there are along a side */
};

/* Divide "s" into partitions of "side" points along a side, at least LEAST and
 * at most so many that each colour has one. */
static void divide(struct square *s, double side) {
  const double most = (double)(s->n / 2);
  s->side = (size_t)fmax(LEAST, fmin(most, round(side)));
  s->along = (s->n + s->side - 1) / s->side;
}

/* Return how many partitions of the colour "colour" are "along" a side of "s":
 * below each other or, "beside", beside each other. */
static size_t count(const struct square *s, size_t colour, int beside) {
  return (s->along + 1 - (beside ? colour % 2 : colour / 2)) / 2;
}

/* Improve the points of partition number "k" of the colour "colour". */
static void improve(struct square *s, size_t colour, size_t k) {
  const size_t beside = count(s, colour, 1);
  const size_t top = s->side * (2 * (k / beside) + colour / 2) + 1;
  const size_t left = s->side * (2 * (k % beside) + colour % 2) + 1;
  const size_t w = s->n + 2;
  for (size_t i = top; i < top + s->side && i <= s->n; i++)
    for (size_t j = left; j < left + s->side && j <= s->n; j++) {
      double *u = s->points + i * w + j;
      u[0] = (4 * (u[-w] + u[w] + u[-1] + u[1]) + u[-w - 1] + u[-w + 1] +
              u[w - 1] + u[w + 1]) /
             20;
    }
}

/* What a sweep took: of all threads together, and of the busiest in each
 * stage. */
struct cost {
  double busy, scheduling;
  double longest[COLOURS];
};

/* Take part in a stage: improve the partitions of "colour" that nobody has
 * taken from "*next" yet, and add to "*cost" what that took. */
static void take_part(struct square *s, size_t colour, size_t *next,
                      struct cost *cost) {
  const size_t parts = count(s, colour, 0) * count(s, colour, 1);
  const double start = omp_get_wtime();
  double before = start, scheduling = 0;
  for (;;) {
    size_t k;
#pragma omp atomic capture
    k = (*next)++;
    const double taken = omp_get_wtime();
    scheduling += taken - before;
    if (k >= parts)
      break;
    improve(s, colour, k);
    before = omp_get_wtime();
  }
  const double busy = omp_get_wtime() - start;
#pragma omp critical
  {
    cost->busy += busy;
    cost->scheduling += scheduling;
    cost->longest[colour] = fmax(cost->longest[colour], busy);
  }
}

/* Return for how long "threads" threads together waited in a sweep for those
 * that had more to do. */
static double idle(const struct cost *cost, double threads) {
  double longest = 0;
  for (size_t colour = 0; colour < COLOURS; colour++)
    longest += cost->longest[colour];
  return threads * longest - cost->busy;
}

/* Do "sweeps" sweeps; note the size of the partitions of each in "sides". */
static void relax(struct square *s, size_t sweeps, size_t *sides) {
  const double all = (double)s->n * (double)s->n;
  struct lcm_refine r =
      lcm_refine_begin(omp_get_max_threads(), (long)(s->along * s->along),
                       COLOURS, (long)(all / (LEAST * LEAST)));
  struct cost cost = {0};
  double start = omp_get_wtime();
  size_t next[COLOURS] = {0};
#pragma omp parallel
  for (size_t sweep = 0; sweep < sweeps; sweep++) {
    for (size_t colour = 0; colour < COLOURS; colour++) {
      take_part(s, colour, &next[colour], &cost);
#pragma omp barrier
    }
#pragma omp single
    {
      sides[sweep] = s->side;
      const long parts = lcm_refine_next(&r, omp_get_wtime() - start,
                                         cost.scheduling, idle(&cost, r.p));
      divide(s, sqrt(all / (double)parts));
      r.parts = (long)(s->along * s->along);
      cost = (struct cost){0};
      for (size_t colour = 0; colour < COLOURS; colour++)
        next[colour] = 0;
      start = omp_get_wtime();
    }
  }
}

/* Set the border of "s" to the solution x * x - y * y, the rest to 0. */
static void begin(struct square *s) {
  const double h = 1.0 / (double)(s->n + 1);
  for (size_t i = 0; i <= s->n + 1; i++)
    for (size_t j = 0; j <= s->n + 1; j++) {
      const double x = (double)i * h, y = (double)j * h;
      const int inside = i > 0 && i <= s->n && j > 0 && j <= s->n;
      s->points[i * (s->n + 2) + j] = inside ? 0 : x * x - y * y;
    }
}

/* Return how far "s" is from the solution. */
static double error(const struct square *s) {
  const double h = 1.0 / (double)(s->n + 1);
  double largest = 0;
  for (size_t i = 1; i <= s->n; i++)
    for (size_t j = 1; j <= s->n; j++) {
      const double x = (double)i * h, y = (double)j * h;
      largest =
          fmax(largest, fabs(s->points[i * (s->n + 2) + j] - (x * x - y * y)));
    }
  return largest;
}

/* Do the "sweeps" sweeps of "s" with the sizes "sides" again, on one thread and
 * the partitions of a colour in the opposite order, with the points "v"; return
 * how many come to another value. */
static size_t differ(const struct square *s, double *v, size_t sweeps,
                     const size_t *sides) {
  struct square again = {.n = s->n, .points = v};
  size_t found = 0;
  begin(&again);
  for (size_t sweep = 0; sweep < sweeps; sweep++) {
    divide(&again, (double)sides[sweep]);
    for (size_t colour = 0; colour < COLOURS; colour++)
      for (size_t k = count(&again, colour, 0) * count(&again, colour, 1);
           k-- > 0;)
        improve(&again, colour, k);
  }
  for (size_t i = 0; i < (s->n + 2) * (s->n + 2); i++)
    found += v[i] != s->points[i];
  return found;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 256;
  const size_t sweeps = argc > 2 ? strtoul(argv[2], NULL, 10) : 50;
  const double side = argc > 3 ? strtod(argv[3], NULL) : LEAST;
  struct square s = {.n = n,
                     .points = calloc((n + 2) * (n + 2), sizeof *s.points)};
  double *v = calloc((n + 2) * (n + 2), sizeof *v);
  size_t *sides = calloc(sweeps + 1, sizeof *sides);
  if (n < 2 * LEAST || !sweeps || !s.points || !v || !sides)
    return 2;
  begin(&s);
  divide(&s, side);
  const double before = error(&s);
  const double start = omp_get_wtime();
  relax(&s, sweeps, sides);
  const double seconds = omp_get_wtime() - start;
  const double after = error(&s);
  const size_t wrong = differ(&s, v, sweeps, sides);
  printf("points %zu error %.6f -> %.6f wrong %zu side %zu -> %zu seconds "
         "%.6f\n",
         n * n, before, after, wrong, sides[0], sides[sweeps - 1], seconds);
  free(s.points);
  free(v);
  free(sides);
  return wrong != 0 || after >= before;
}
