/* The rules by which OpenMP libraries carry out schedules. */
#include <math.h>

#include "composer/rules/block.h"
#include "composer/rules/schedule.h"

/* ---- the sizes of chunks ---------------------------------------------------
 */

/* Return the size of the chunk from number "from" on where all have one
 * size. */
static double equal_chunk(const struct lcm_loop_schedule *d, double from) {
  (void)from;
  return fmax(1, d->chunk);
}

/* Return the size of the chunk from number "from" on of libgomp's guided
 * schedule: an even share of what is left. */
static double even_share(const struct lcm_loop_schedule *d, double from) {
  return fmax(ceil((d->count - from) / d->members), fmax(1, d->chunk));
}

/* Return the size of the chunk from number "from" on of libomp's guided
 * schedule: half an even share of what is left, as long as that is enough. */
static double half_share(const struct lcm_loop_schedule *d, double from) {
  const double least = fmax(1, d->chunk);
  const double left = d->count - from;
  if (d->members == 1)
    return left;
  if ((2 * least + 1) * d->members >= d->count ||
      left < 2 * d->members * (least + 1))
    return least;
  return floor(left * (0.5 / d->members));
}

/* Return the size of the chunk from number "from" on of libomp's automatic
 * schedule: by chunk number k, count x^k iterations are left, rounded up, with
 * x = 1 - 1/(2 members); single ones follow once that is 3 members or less. */
static double curve_share(const struct lcm_loop_schedule *d, double from) {
  const double left = d->count - from;
  const double x = 1 - 0.5 / d->members;
  if (d->members == 1)
    return left;
  if (3 * d->members >= d->count || left <= 1)
    return 1;
  const double cross = ceil(log(3 * d->members / d->count) / log(x) - 1e-9);
  double k = fmax(1, floor(log(left / d->count) / log(x)));
  while (k < cross && ceil(d->count * pow(x, k)) >= left)
    k++;
  return fmax(1, left - ceil(d->count * pow(x, k)));
}

/* Return the sum of floor(i a / m) for i = 0 .. n - 1: what is whole of a / m,
 * then, along the other axis, of m / a, as Euclid would. */
static double sum_of_floors(double n, double m, double a) {
  double sum = 0;
  double b = 0;
  for (;;) {
    sum += n * (n - 1) / 2 * floor(a / m) + n * floor(b / m);
    const double rest = fmod(a, m);
    const double last = rest * n + fmod(b, m);
    if (last < m)
      return sum;
    n = floor(last / m);
    b = fmod(last, m);
    a = m;
    m = rest;
  }
}

/* Return the size of the chunk from number "from" on of trapezoid
 * self-scheduling (T. Tzen and L. Ni, IEEE TPDS 4(1), 1993): from f, the chunk
 * said, it shrinks to 1 over C = ceil(2 count / (f + 1)) chunks; chunk i has
 * f - floor(i (f - 1) / (C - 1)), which are enough. */
static double trapezoid_share(const struct lcm_loop_schedule *d, double from) {
  const double first = d->chunk;
  const double steps = ceil(2 * d->count / (first + 1)) - 1;
  double low = 0;
  double high = steps;
  while (low < high) {
    const double i = ceil((low + high) / 2);
    const double begin = i * first - sum_of_floors(i, steps, first - 1);
    low = begin <= from ? i : low;
    high = begin <= from ? high : i - 1;
  }
  return steps > 0 ? first - floor(low * (first - 1) / steps) : first;
}

/* Return the size of the task from number "from" on. */
static double task_share(const struct lcm_loop_schedule *d, double from) {
  return lcm_block_size_at(from, d->count, d->tasks);
}

/* What is known of each way, and the size of its chunk from a number on;
 * static ways have no next chunk.  Where no chunk is said it is 1, or else
 * count / (parts members). */
static const struct {
  unsigned traits;
  double (*next)(const struct lcm_loop_schedule *d, double from);
  int parts;
} WAYS[] = {
    [LCM_ASSIGN_BLOCKS] = {.next = equal_chunk},
    [LCM_ASSIGN_ROUNDS] = {.traits = LCM_ASSIGN_EQUAL, .next = equal_chunk},
    [LCM_ASSIGN_CHUNKS] = {.traits = LCM_ASSIGN_ON_DEMAND | LCM_ASSIGN_EQUAL |
                                     LCM_ASSIGN_COUNTED,
                           .next = equal_chunk},
    [LCM_ASSIGN_GUIDED] = {.traits = LCM_ASSIGN_ON_DEMAND | LCM_ASSIGN_SHRINKS |
                                     LCM_ASSIGN_EVEN | LCM_ASSIGN_COUNTED,
                           .next = even_share},
    [LCM_ASSIGN_HALVES] = {.traits = LCM_ASSIGN_ON_DEMAND | LCM_ASSIGN_SHRINKS |
                                     LCM_ASSIGN_EVEN | LCM_ASSIGN_COUNTED,
                           .next = half_share},
    [LCM_ASSIGN_CURVE] = {.traits = LCM_ASSIGN_ON_DEMAND | LCM_ASSIGN_SHRINKS |
                                    LCM_ASSIGN_EVEN | LCM_ASSIGN_COUNTED,
                          .next = curve_share},
    [LCM_ASSIGN_LINEAR] = {.traits = LCM_ASSIGN_ON_DEMAND | LCM_ASSIGN_SHRINKS |
                                     LCM_ASSIGN_COUNTED,
                           .next = trapezoid_share,
                           .parts = 2},
    [LCM_ASSIGN_STOLEN] = {.traits = LCM_ASSIGN_ON_DEMAND | LCM_ASSIGN_EQUAL,
                           .next = equal_chunk},
    [LCM_ASSIGN_TASKS] = {.traits = LCM_ASSIGN_ON_DEMAND, .next = task_share},
};

bool lcm_assign_has(enum lcm_assign_way way, unsigned traits) {
  return (WAYS[way].traits & traits) == traits;
}

double lcm_loop_schedule_next(const struct lcm_loop_schedule *d, double from) {
  return fmin(d->count - from, WAYS[d->way].next(d, from));
}

/* ---- which way a library takes ---------------------------------------------
 */

/* Return how "kind" with a chunk or without is assigned by "openmp"; chunks
 * in order where "monotonic". */
static enum lcm_assign_way way_of(lcm_schedule kind, bool chunked,
                                  bool monotonic, lcm_openmp openmp) {
  const bool gomp = openmp == LCM_LIBGOMP;
  switch (kind) {
  case LCM_SCHED_DEFAULT:
  case LCM_SCHED_STATIC:
    return chunked ? LCM_ASSIGN_ROUNDS : LCM_ASSIGN_BLOCKS;
  case LCM_SCHED_DYNAMIC:
    return gomp || monotonic ? LCM_ASSIGN_CHUNKS : LCM_ASSIGN_STOLEN;
  case LCM_SCHED_GUIDED:
    return gomp ? LCM_ASSIGN_GUIDED : LCM_ASSIGN_HALVES;
  case LCM_SCHED_TRAPEZOID:
    return LCM_ASSIGN_LINEAR;
  case LCM_SCHED_AUTO:
    return gomp ? LCM_ASSIGN_BLOCKS : LCM_ASSIGN_CURVE;
  case LCM_SCHED_RUNTIME:
    break;
  case LCM_SCHED_GRAINSIZE:
  case LCM_SCHED_NUM_TASKS:
    return LCM_ASSIGN_TASKS;
  }
  return LCM_ASSIGN_BLOCKS;
}

/* Return the OpenMP library of "machine" (or NULL). */
static lcm_openmp openmp_of(const lcm_machine *machine) {
  return machine ? machine->openmp : LCM_LIBGOMP;
}

struct lcm_assignment lcm_loop_assignment(const lcm_machine *machine,
                                          const lcm_node *node) {
  const lcm_openmp openmp = openmp_of(machine);
  const struct lcm_run_schedule run =
      machine ? machine->run_schedule : lcm_openmp_run_schedule(openmp);
  const bool monotonic =
      node->u.loop.ordered || lcm_node_attribute(node, "monotonic");
  if (node->u.loop.schedule != LCM_SCHED_RUNTIME)
    return (struct lcm_assignment){.way = way_of(node->u.loop.schedule,
                                                 node->u.loop.chunk, monotonic,
                                                 openmp),
                                   .chunk = node->u.loop.chunk};
  return (struct lcm_assignment){
      .way = way_of(run.kind, run.chunk >= 1,
                    run.monotonic || node->u.loop.ordered, openmp),
      .fixed = run.chunk};
}

const char *lcm_loop_assumption(const lcm_machine *machine,
                                const lcm_node *node) {
  if (node->kind != LCM_NODE_PARLOOP ||
      node->u.loop.schedule != LCM_SCHED_RUNTIME ||
      (machine && machine->run_schedule.given))
    return NULL;
  return openmp_of(machine) == LCM_LIBGOMP
             ? "schedule(runtime) is dynamic,1, as in libgomp where "
               "OMP_SCHEDULE is not set"
             : "schedule(runtime) is static, as in libomp where OMP_SCHEDULE "
               "is not set";
}

bool lcm_units_are_blocks(const lcm_machine *machine, const lcm_node *node) {
  return openmp_of(machine) == LCM_LIBOMP && node->u.parallel.worksharing &&
         node->n_children > 1;
}

/* Return how many tasks the taskloop of "d" makes, whose chunk is what its
 * clause says (0: it has none). */
static double tasks_of(const struct lcm_loop_schedule *d, lcm_openmp openmp) {
  const double free = openmp == LCM_LIBGOMP ? d->members : 10 * d->members;
  const bool grain = d->node->u.loop.schedule == LCM_SCHED_GRAINSIZE;
  const double n = d->chunk < 1 ? free
                   : grain      ? fmax(1, floor(d->count / d->chunk))
                                : d->chunk;
  return fmax(1, fmin(n, d->count));
}

void lcm_loop_schedule_settle(struct lcm_loop_schedule *d,
                              const lcm_machine *machine) {
  d->chunk = floor(fmax(d->chunk, 0));
  if (d->way == LCM_ASSIGN_ROUNDS && d->chunk < 1)
    d->way = LCM_ASSIGN_BLOCKS;
  if (d->way == LCM_ASSIGN_TASKS)
    d->tasks = tasks_of(d, openmp_of(machine));
  if (WAYS[d->way].parts && d->chunk < 1)
    d->chunk = ceil(d->count / (WAYS[d->way].parts * d->members));
  if (lcm_assign_has(d->way, LCM_ASSIGN_ON_DEMAND))
    d->chunk = fmax(d->chunk, 1);
}

const lcm_expr *lcm_assign_size(lcm_ctx *ctx,
                                const struct lcm_assignment_expr *way) {
  const int parts = WAYS[way->way].parts;
  const lcm_expr *both[] = {lcm_expr_int(ctx, 1), way->chunk};
  if (!lcm_assign_has(way->way, LCM_ASSIGN_ON_DEMAND))
    return way->chunk;
  if (!both[1] && parts)
    both[1] = lcm_block_most(
        ctx, way->count,
        lcm_expr_mul(ctx, lcm_expr_int(ctx, parts), way->members));
  return both[1] ? lcm_expr_nary(ctx, LCM_X_MAX, both, 2) : both[0];
}
