/* Steps of molecular dynamics: each processor has atoms, whose coordinates go
 * round all others, which add forces to them (A. Sinha 1994, section 7.4).  In
 * version together, coordinates and forces are one message, sent when the
 * forces are added; in version split, coordinates go on at once.
 *
 * usage: dynamics together|split [ATOMS [STEPS]]    atoms of a processor */
#include <math.h>
#include <md.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, PLACES = 256 };
enum { START, BEGIN, COMPUTE, FORCES, NEXT, DONE, TOLD };
enum { ENERGY };

// lcm: param plan.atoms = 32 in 1..64 "atoms of a processor"
// lcm: param plan.steps = 2 in 1..1000 "steps"
// lcm: param plan.split = 0 in 0..1 "coordinates go on before forces"

enum { MAIN, DYNAMIC };

static const double PAIR = 2e-6;

/* How much there is to do. */
struct plan {
  int atoms, steps, split;
};

/* Forces that were computed here for atoms of "origin", before those of others
 * came; or those that came before. */
struct pending {
  int has;
  double force[MOST][3];
};

/* The atoms of a processor. */
struct dynamic {
  double at[MOST][3], speed[MOST][3], force[MOST][3];
  struct pending *pending;
  int step, done; /* done: on processor 0, how many processors are */
};

/* Add an energy. */
static void add(void *value, const void *more) {
  *(double *)value += *(const double *)more;
}

/* Create the branches. */
static void start(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  (void)md_create_office(m, BEGIN, NULL, 0);
}

/* Add to "force" what the atoms "from" do to the "to"; both are "n". */
static void interact(double (*force)[3], double (*to)[3], double (*from)[3],
                     int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double r[3];
      double square = 0.01;
      for (int d = 0; d < 3; d++) {
        r[d] = to[i][d] - from[k][d];
        square += r[d] * r[d];
      }
      for (int d = 0; d < 3; d++)
        force[i][d] += r[d] / (square * sqrt(square));
    }
}

/* Write "packet" into "words", coordinates and forces as far as "plan" has
 * atoms; return the bytes. */
static size_t pack(double *words, const struct plan *plan, double (*first)[3],
                   double (*second)[3]) {
  const size_t size = (size_t)plan->atoms * 3 * sizeof(double);
  memcpy(words, first, size);
  if (second)
    memcpy(words + plan->atoms * 3, second, size);
  return second ? 2 * size : size;
}

/* Send atoms "first", and "second" (may be NULL), of "origin" on from "m". */
static void pass(md *m, int entry, const int *head, double (*first)[3],
                 double (*second)[3]) {
  const struct plan *plan = md_user(m);
  double words[1 + 6 * MOST];
  const int next = (md_processor(m) + 1) % md_processors(m);
  const int on[2] = {head[0], head[1] + 1};
  memcpy(words, on, sizeof on);
  // lcm: count plan.steps * procs
  md_send(m, md_branch(0, next), entry, words,
          sizeof on + pack(words + 1, plan, first, second), 0);
}

/* The forces on the atoms here are complete: move them; tell the energy. */
static void integrate(md *m, struct dynamic *dynamic) {
  const struct plan *plan = md_user(m);
  double energy = 0;
  for (int i = 0; i < plan->atoms; i++)
    for (int d = 0; d < 3; d++) {
      dynamic->speed[i][d] += 1e-3 * dynamic->force[i][d];
      dynamic->at[i][d] += 1e-3 * dynamic->speed[i][d];
      energy += 0.5 * dynamic->speed[i][d] * dynamic->speed[i][d];
    }
  md_compute(m, PAIR * plan->atoms);
  md_accumulate(m, ENERGY, &energy);
  // lcm: count plan.steps
  md_send(m, md_branch(0, 0), DONE, NULL, 0, 0);
}

/* Begin a step: the atoms go round. */
static void round_trip(md *m, struct dynamic *dynamic) {
  const struct plan *plan = md_user(m);
  const int head[2] = {md_processor(m), 0};
  memset(dynamic->force, 0, sizeof dynamic->force);
  if (md_processors(m) > 1 && plan->split)
    pass(m, COMPUTE, head, dynamic->at, NULL);
  interact(dynamic->force, dynamic->at, dynamic->at, plan->atoms);
  md_compute(m, PAIR * plan->atoms * plan->atoms);
  if (md_processors(m) > 1 && plan->split)
    pass(m, FORCES, head, dynamic->force, NULL);
  else if (md_processors(m) > 1)
    pass(m, COMPUTE, head, dynamic->at, dynamic->force);
  else
    integrate(m, dynamic);
}

/* Place the atoms, and begin. */
static void begin(md *m, void *self, const void *data, size_t size) {
  struct dynamic *dynamic = self;
  const struct plan *plan = md_user(m);
  (void)data, (void)size;
  for (int i = 0; i < plan->atoms; i++)
    for (int d = 0; d < 3; d++)
      dynamic->at[i][d] =
          ((md_processor(m) * plan->atoms + i) * (7 + 4 * d) % PLACES) / 8.0;
  dynamic->pending =
      md_memory(m, (size_t)md_processors(m) * sizeof *dynamic->pending);
  round_trip(m, dynamic);
}

/* One of two has come: the forces on atoms of head[0] so far, or those of this
 * processor.  Send both together on, once the other has come. */
static void join(md *m, struct dynamic *dynamic, const int *head,
                 double (*force)[3]) {
  const struct plan *plan = md_user(m);
  struct pending *pending = &dynamic->pending[head[0]];
  for (int i = 0; i < plan->atoms && pending->has; i++)
    for (int d = 0; d < 3; d++)
      force[i][d] += pending->force[i][d];
  if (pending->has)
    pass(m, FORCES, head, force, NULL);
  else
    memcpy(pending->force, force, (size_t)plan->atoms * sizeof *force);
  pending->has = !pending->has;
}

/* Atoms of processor head[0] visit this one: add forces to them. */
static void compute(md *m, void *self, const void *data, size_t size) {
  struct dynamic *dynamic = self;
  const struct plan *plan = md_user(m);
  const int *head = data;
  const int last = head[1] == md_processors(m);
  double at[MOST][3];
  double force[MOST][3] = {{0}};
  const size_t part = (size_t)plan->atoms * 3 * sizeof(double);
  (void)size;
  memcpy(at, head + 2, part);
  if (!plan->split)
    memcpy(force, (const char *)(head + 2) + part, part);
  // lcm: prob 1 / procs
  if (last) {
    memcpy(dynamic->force, force, part);
    integrate(m, dynamic);
    return;
  }
  // lcm: prob plan.split * (1 - 1 / procs)
  if (plan->split && head[1] + 1 < md_processors(m))
    pass(m, COMPUTE, head, at, NULL);
  interact(force, at, dynamic->at, plan->atoms);
  md_compute(m, PAIR * plan->atoms * plan->atoms);
  if (plan->split)
    join(m, dynamic, head, force);
  else
    pass(m, COMPUTE, head, at, force);
}

/* Forces on atoms of processor head[0] come: add those of this processor. */
static void forces(md *m, void *self, const void *data, size_t size) {
  struct dynamic *dynamic = self;
  const struct plan *plan = md_user(m);
  const int *head = data;
  double force[MOST][3];
  const size_t part = (size_t)plan->atoms * 3 * sizeof(double);
  (void)size;
  memcpy(force, head + 2, part);
  if (head[0] == md_processor(m)) {
    memcpy(dynamic->force, force, part);
    integrate(m, dynamic);
    return;
  }
  join(m, dynamic, head, force);
}

/* A processor has done its step; when all have, the next one begins. */
static void done(md *m, void *self, const void *data, size_t size) {
  struct dynamic *dynamic = self;
  const struct plan *plan = md_user(m);
  (void)data, (void)size;
  // lcm: prob 1 - 1 / procs
  if (++dynamic->done < md_processors(m))
    return;
  dynamic->done = 0;
  // lcm: prob 1
  if (dynamic->step + 1 < plan->steps)
    // lcm: count plan.steps - 1
    md_broadcast(m, 0, NEXT, NULL, 0, 0);
  else
    md_collect(m, ENERGY, md_self(m), TOLD);
}

/* The next step begins. */
static void next(md *m, void *self, const void *data, size_t size) {
  (void)data, (void)size;
  ((struct dynamic *)self)->step++;
  round_trip(m, self);
}

/* The energies of all are known. */
static void told(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)size;
  printf("energy %.9g time %.6f\n", *(const double *)data, md_time(m));
  md_exit(m, 0);
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {
      [MAIN] = {"main", 0}, [DYNAMIC] = {"dynamic", sizeof(struct dynamic)}};
  static const struct md_entry entries[] = {
      [START] = {MAIN, "start", start},
      [BEGIN] = {DYNAMIC, "begin", begin},
      [COMPUTE] = {DYNAMIC, "compute", compute},
      [FORCES] = {DYNAMIC, "forces", forces},
      [NEXT] = {DYNAMIC, "next", next},
      [DONE] = {DYNAMIC, "done", done},
      [TOLD] = {DYNAMIC, "told", told}};
  static const struct md_variable variables[] = {
      [ENERGY] = {.kind = MD_ACCUMULATOR,
                  .name = "energy",
                  .size = sizeof(double),
                  .add = add}};
  static const struct md_program program = {.name = "dynamics",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 7,
                                            .variables = variables,
                                            .n_variables = 1};
  struct plan plan = {argc > 2 ? atoi(argv[2]) : 32,
                      argc > 3 ? atoi(argv[3]) : 2,
                      argc > 1 && !strcmp(argv[1], "split")};
  const struct md_options options = {.user = &plan};
  if (plan.atoms < 1 || plan.atoms > MOST || plan.steps < 1) {
    fprintf(stderr, "usage: dynamics together|split [ATOMS [STEPS]]\n");
    return 2;
  }
  return md_run(&program, &options, NULL);
}
