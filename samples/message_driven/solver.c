/* Several systems of linear equations, each with five diagonals, are solved by
 * the method of Gauss and Seidel in red-black order; all processors have a
 * strip of each (A. Sinha 1994, section 7.2).  In version apart one system is
 * solved after the other; in version together all at once, so that processors
 * go on with one while they wait for another.
 *
 * usage: solver apart|together [SYSTEMS [ROWS]]    rows of a strip */
#include <math.h>
#include <md.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 16, MOST_ROWS = 32, MOST_SYSTEMS = 32, FANOUT = 4 };
enum { START, BEGIN, BORDER, REDUCE, NEXT };
enum { MAIN, STRIP };

// lcm: param plan.systems = 8 in 1..32 "systems"
// lcm: param plan.rows = 8 in 1..32 "rows of a strip"
// lcm: param plan.together = 0 in 0..1 "all systems at once"

static const double POINT = 1e-7;
static const double ENOUGH = 1e-10;

/* How much there is to do. */
struct plan {
  int systems, rows, together;
};

/* A row of a neighbour. */
struct border {
  int system, phase, side;
  double row[COLUMNS];
};

/* What iterations of a system have changed; whether it goes on. */
struct change {
  int system, more;
  double most;
};

/* A system on a processor: its strip, with a row of each neighbour. */
struct system {
  double x[MOST_ROWS + 2][COLUMNS + 2];
  double borders[2][2][COLUMNS]; /* of a phase, of a side */
  int came[2];                   /* in a phase */
  int phase, heard, iterations;
  int runs; /* an iteration */
  double most, changed;
};

/* A processor. */
struct strip {
  struct system systems[MOST_SYSTEMS];
  int left;
};

/* Create the branches. */
static void start(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  (void)md_create_office(m, BEGIN, NULL, 0);
}

/* Return how many neighbours "m" has. */
static int neighbours(const md *m) {
  return (md_processor(m) > 0) + (md_processor(m) + 1 < md_processors(m));
}

/* Send the rows at the borders of "system" to the neighbours. */
static void send_borders(md *m, struct strip *strip, int system) {
  const struct plan *plan = md_user(m);
  const struct system *here = &strip->systems[system];
  struct border border = {system, here->phase, 1, {0}};
  if (md_processor(m) > 0) {
    memcpy(border.row, &here->x[1][1], sizeof border.row);
    md_send(m, md_branch(0, md_processor(m) - 1), BORDER, &border,
            sizeof border, 0);
  }
  border.side = 0;
  if (md_processor(m) + 1 < md_processors(m)) {
    memcpy(border.row, &here->x[plan->rows][1], sizeof border.row);
    md_send(m, md_branch(0, md_processor(m) + 1), BORDER, &border,
            sizeof border, 0);
  }
}

/* Compute the points of one colour of "here", of system "number". */
static void sweep(md *m, struct system *here, int number) {
  const struct plan *plan = md_user(m);
  const double diagonal = 4.05 + 0.4 * number;
  memcpy(&here->x[0][1], here->borders[here->phase][0],
         sizeof here->borders[0][0]);
  memcpy(&here->x[plan->rows + 1][1], here->borders[here->phase][1],
         sizeof here->borders[0][0]);
  for (int i = 1; i <= plan->rows; i++)
    for (int k = 1; k <= COLUMNS; k++) {
      double x;
      if ((i + md_processor(m) * plan->rows + k) % 2 != here->phase)
        continue;
      x = (1 + here->x[i - 1][k] + here->x[i + 1][k] + here->x[i][k - 1] +
           here->x[i][k + 1]) /
          diagonal;
      if (fabs(x - here->x[i][k]) > here->changed)
        here->changed = fabs(x - here->x[i][k]);
      here->x[i][k] = x;
    }
  md_compute(m, POINT * plan->rows * COLUMNS / 2);
}

/* Tell the parent of "m", or all, how much "system" changed, if all below have
 * said so. */
static void reduce_on(md *m, struct strip *strip, int system) {
  struct system *here = &strip->systems[system];
  struct change change = {system, 0, here->most};
  int children = 0;
  while (children < FANOUT &&
         md_processor(m) * FANOUT + 1 + children < md_processors(m))
    children++;
  if (here->heard < children + 1)
    return;
  here->heard = 0;
  here->most = 0;
  change.more = change.most > ENOUGH;
  if (md_processor(m))
    md_send(m, md_branch(0, (md_processor(m) - 1) / FANOUT), REDUCE, &change,
            sizeof change, 0);
  else
    md_broadcast(m, 0, NEXT, &change, sizeof change, 0);
}

/* Compute what can be computed of "system". */
static void go_on(md *m, struct strip *strip, int system) {
  struct system *here = &strip->systems[system];
  while (here->came[here->phase] == neighbours(m)) {
    here->came[here->phase] = 0;
    sweep(m, here, system);
    here->phase = !here->phase;
    if (!here->phase) {
      here->iterations++;
      here->most = fmax(here->most, here->changed);
      here->changed = 0;
      here->heard++;
      here->runs = 0;
      reduce_on(m, strip, system);
      return;
    }
    send_borders(m, strip, system);
  }
}

/* Begin an iteration of "system". */
static void iterate(md *m, struct strip *strip, int system) {
  strip->systems[system].runs = 1;
  send_borders(m, strip, system);
  go_on(m, strip, system);
}

/* Begin: with all systems, or the first. */
static void begin(md *m, void *self, const void *data, size_t size) {
  const struct plan *plan = md_user(m);
  struct strip *strip = self;
  (void)data, (void)size;
  strip->left = plan->systems;
  for (int i = 0; i < (plan->together ? plan->systems : 1); i++)
    iterate(m, strip, i);
}

/* The row of a neighbour has come. */
static void border(md *m, void *self, const void *data, size_t size) {
  const struct border *border = data;
  struct strip *strip = self;
  struct system *here = &strip->systems[border->system];
  (void)size;
  memcpy(here->borders[border->phase][border->side], border->row,
         sizeof border->row);
  here->came[border->phase]++;
  if (here->runs)
    go_on(m, strip, border->system);
}

/* A child says how much a system changed. */
static void reduce(md *m, void *self, const void *data, size_t size) {
  const struct change *change = data;
  struct strip *strip = self;
  struct system *here = &strip->systems[change->system];
  (void)size;
  here->most = fmax(here->most, change->most);
  here->heard++;
  reduce_on(m, strip, change->system);
}

/* A system goes on, or is solved. */
static void next(md *m, void *self, const void *data, size_t size) {
  const struct plan *plan = md_user(m);
  const struct change *change = data;
  struct strip *strip = self;
  (void)size;
  if (change->more) {
    iterate(m, strip, change->system);
    return;
  }
  strip->left--;
  if (strip->left && !plan->together)
    iterate(m, strip, change->system + 1);
  if (strip->left || md_processor(m))
    return;
  printf("iterations");
  for (int i = 0; i < plan->systems; i++)
    printf(" %d", strip->systems[i].iterations);
  printf(" time %.6f\n", md_time(m));
  md_exit(m, 0);
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {
      [MAIN] = {"main", 0}, [STRIP] = {"strip", sizeof(struct strip)}};
  static const struct md_entry entries[] = {
      [START] = {MAIN, "start", start},
      [BEGIN] = {STRIP, "begin", begin},
      [BORDER] = {STRIP, "border", border},
      [REDUCE] = {STRIP, "reduce", reduce},
      [NEXT] = {STRIP, "next", next}};
  static const struct md_program program = {.name = "solver",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 5};
  struct plan plan = {argc > 2 ? atoi(argv[2]) : 8,
                      argc > 3 ? atoi(argv[3]) : 8,
                      argc > 1 && !strcmp(argv[1], "together")};
  const struct md_options options = {.user = &plan};
  if (plan.systems < 1 || plan.systems > MOST_SYSTEMS || plan.rows < 1 ||
      plan.rows > MOST_ROWS) {
    fprintf(stderr, "usage: solver apart|together [SYSTEMS [ROWS]]\n");
    return 2;
  }
  return md_run(&program, &options, NULL);
}
