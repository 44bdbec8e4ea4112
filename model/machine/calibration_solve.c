/* The costs of a machine from what was measured of it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/machine/calibration_fit.h"
#include "model/machine/calibration_internal.h"
#include "model/machine/calibration_solve.h"

typedef LCM_LIST(struct lcm_calibration_point) point_list;

/* Measurements being turned into costs. */
struct solving {
  lcm_calibration *calibration;
  lcm_arena *arena;
  const struct lcm_calibration_point *points;
  size_t n;
  LCM_LIST(struct lcm_calibrated) costs;
  LCM_LIST(struct lcm_calibrated_level) levels;
};

/* Return the estimate of "what" at "p" and "m", or NULL. */
static const struct lcm_estimate *find(const struct solving *s,
                                       const char *what, double p, double m) {
  for (size_t i = 0; i < s->n; i++)
    if (!strcmp(s->points[i].what, what) && s->points[i].p == p &&
        s->points[i].m == m)
      return &s->points[i].is;
  return NULL;
}

/* Return "a" - "b", which is at least 0; "b" may be NULL. */
static struct lcm_estimate minus(struct lcm_estimate a,
                                 const struct lcm_estimate *b) {
  if (!b)
    return a;
  a.half = hypot(a.half, b->half);
  a.noisy = a.noisy || b->noisy;
  a.value = fmax(0, a.value - b->value);
  return a;
}

/* Put "points", in order of p and m, into the costs as "name".  They are tiny
 * where they are 0 or, being differences, not above what these are off by. */
static void add_cost(struct solving *s, const char *name, point_list *points,
                     bool differ) {
  struct lcm_calibrated cost = {.name = name, .text = "0", .tiny = true};
  if (!points->n)
    return;
  for (size_t i = 1; i < points->n; i++)
    for (size_t k = i; k > 0; k--) {
      const struct lcm_calibration_point a = points->at[k - 1];
      const struct lcm_calibration_point b = points->at[k];
      if (a.p < b.p || (a.p == b.p && a.m <= b.m))
        break;
      points->at[k - 1] = b;
      points->at[k] = a;
    }
  cost.points = points->at;
  cost.n = points->n;
  for (size_t i = 0; i < points->n; i++) {
    cost.noisy = cost.noisy || points->at[i].is.noisy;
    cost.tiny = cost.tiny &&
                points->at[i].is.value <= (differ ? points->at[i].is.half : 0);
  }
  if (!cost.tiny)
    lcm_calibration_fit(s->calibration->ctx, &cost);
  LCM_LIST_ADD(s->arena, &s->costs, cost);
}

/* A cost that is one quantity less another, at equal p and m. */
struct difference {
  const char *name;
  const char *what; /* what, less: as samples are named; less may be NULL */
  const char *less;
};

/* Add the cost "d". */
static void add_difference(struct solving *s, const struct difference *d) {
  point_list list = {0};
  for (size_t i = 0; i < s->n; i++) {
    struct lcm_calibration_point point = s->points[i];
    const struct lcm_estimate *less =
        d->less ? find(s, d->less, point.p, point.m) : NULL;
    if (strcmp(point.what, d->what) != 0 || (d->less && !less))
      continue;
    point.is = minus(point.is, less);
    LCM_LIST_ADD(s->arena, &list, point);
  }
  add_cost(s, d->name, &list, d->less != NULL);
}

/* Add what a lock costs: alone by itself, with others by how much longer each
 * takes than it computes. */
static void add_lock(struct solving *s) {
  const struct lcm_estimate *alone = find(s, "pair", 1, 0);
  const struct lcm_calibration_point first = {
      "pair", 1, 0, alone ? *alone : (struct lcm_estimate){0, 0, 0, false}};
  point_list list = {0};
  if (alone)
    LCM_LIST_ADD(s->arena, &list, first);
  for (size_t i = 0; i < s->n; i++) {
    struct lcm_calibration_point point = s->points[i];
    const struct lcm_estimate *delay = find(s, "delay", point.p, 0);
    if (strcmp(point.what, "locked") != 0 || !delay || point.p < 2)
      continue;
    point.is = minus(point.is, delay);
    LCM_LIST_ADD(s->arena, &list, point);
  }
  add_cost(s, "lock", &list, true);
}

/* Add what a write costs to a line that others write meanwhile: nothing where
 * nobody does. */
static void add_lines(struct solving *s) {
  point_list list = {0};
  for (size_t i = 0; i < s->n; i++) {
    const struct lcm_calibration_point point = s->points[i];
    if (!strcmp(point.what, "beside") && point.p > 1)
      LCM_LIST_ADD(s->arena, &list, point);
  }
  add_cost(s, "shared_line", &list, false);
}

/* Add what taking chunks costs: the counter of a loop, of which nothing else
 * keeps members, bounds how fast they are taken; what is left of a chunk that
 * is taken now and then is its own.  A member by itself waits for nobody: all
 * of a chunk is its own. */
static void add_chunks(struct solving *s) {
  point_list chunks = {0};
  point_list counters = {0};
  for (size_t i = 0; i < s->n; i++) {
    struct lcm_calibration_point chunk = s->points[i];
    struct lcm_calibration_point counter = s->points[i];
    if (strcmp(chunk.what, "counted") != 0)
      continue;
    const struct lcm_estimate *chunked = find(s, "chunked", chunk.p, 0);
    const struct lcm_estimate *delay = find(s, "delay", chunk.p, 0);
    if (chunk.p > 1 && chunked && delay) {
      const struct lcm_estimate each = minus(*chunked, delay);
      const bool bounds = counter.is.value > each.value / chunk.p;
      if (!bounds)
        counter.is = (struct lcm_estimate){0, counter.is.half, 1, false};
      chunk.is = minus(each, bounds ? &counter.is : NULL);
    }
    if (chunk.p <= 1)
      counter.is.value = counter.is.half = 0;
    LCM_LIST_ADD(s->arena, &chunks, chunk);
    LCM_LIST_ADD(s->arena, &counters, counter);
  }
  add_cost(s, "chunk", &chunks, true);
  add_cost(s, "counter", &counters, true);
}

/* Return the estimate of "what" for two ranks and the shortest message, or
 * NULL. */
static const struct lcm_estimate *shortest(const struct solving *s,
                                           const char *what) {
  const struct lcm_calibration_point *best = NULL;
  for (size_t i = 0; i < s->n; i++)
    if (!strcmp(s->points[i].what, what) && (!best || s->points[i].m < best->m))
      best = &s->points[i];
  return best ? &best->is : NULL;
}

/* Add the cost "name" that is the shortest message's "what". */
static void add_overhead(struct solving *s, const char *name,
                         const char *what) {
  const struct lcm_estimate *is = shortest(s, what);
  point_list list = {0};
  if (!is)
    return;
  const struct lcm_calibration_point point = {what, 2, 0, *is};
  LCM_LIST_ADD(s->arena, &list, point);
  add_cost(s, name, &list, false);
}

/* Add what data on their way cost: between ranks where that was measured, else
 * between threads. */
static void add_transfer(struct solving *s) {
  const struct lcm_estimate *send = shortest(s, "sent");
  const struct lcm_estimate *receive = shortest(s, "received");
  point_list list = {0};
  for (size_t i = 0; i < s->n; i++) {
    struct lcm_calibration_point point = s->points[i];
    if (strcmp(point.what, "pingpong") != 0)
      continue;
    point.is = minus(minus(point.is, send), receive);
    LCM_LIST_ADD(s->arena, &list, point);
  }
  if (list.n)
    add_cost(s, "transfer", &list, true);
  else
    add_difference(s, &(struct difference){"transfer", "passed", "touched"});
}

/* Add what MPI's collectives cost: samples called "MPI_X+" have a barrier
 * behind each. */
static void add_collectives(struct solving *s) {
  for (size_t i = 0; i < s->n; i++) {
    const char *what = s->points[i].what;
    bool known = strncmp(what, "MPI_", 4) != 0;
    const size_t n = strlen(what);
    const bool behind = n && what[n - 1] == '+';
    const char *name =
        lcm_intern_n(s->calibration->ctx, what, n - (size_t)behind);
    for (size_t k = 0; k < s->costs.n && !known; k++)
      known = s->costs.at[k].name == name;
    if (known)
      continue;
    point_list list = {0};
    for (size_t k = 0; k < s->n; k++) {
      struct lcm_calibration_point point = s->points[k];
      if (point.what != what)
        continue;
      point.is =
          minus(point.is, behind ? find(s, "MPI_Barrier", point.p, 0) : NULL);
      LCM_LIST_ADD(s->arena, &list, point);
    }
    add_cost(s, name, &list, behind);
  }
}

/* Return the bandwidth that "is", of seconds for a byte, stands for. */
static struct lcm_estimate rate(const struct lcm_estimate *is) {
  struct lcm_estimate out = {0, 0, 0, false};
  if (!is || !(is->value > 0))
    return out;
  out = *is;
  out.value = 1 / is->value;
  out.half = is->half / is->value * out.value;
  return out;
}

/* Return the estimate of the triad in level "m" by the most threads that one
 * socket has; NULL where only one was tried. */
static const struct lcm_estimate *crowd(const struct solving *s, double m) {
  const double cores =
      lcm_calibration_number(s->calibration, "processors", 1) /
      fmax(1, lcm_calibration_number(s->calibration, "sockets", 1));
  const struct lcm_calibration_point *best = NULL;
  for (size_t i = 0; i < s->n; i++) {
    const struct lcm_calibration_point *point = &s->points[i];
    if (!strcmp(point->what, "triad") && point->m == m && point->p > 1 &&
        point->p <= cores && (!best || point->p > best->p))
      best = point;
  }
  return best ? &best->is : NULL;
}

/* Return what was measured as "what" in level "m", 0 s where it was not. */
static struct lcm_estimate time_of(const struct solving *s, const char *what,
                                   double m) {
  const struct lcm_estimate *is = find(s, what, 1, m);
  return is ? *is : (struct lcm_estimate){0, 0, 0, false};
}

/* Return whether "level" may follow the levels that "s" has: memory, and what
 * holds more than they do. */
static bool may_follow(const struct solving *s,
                       const struct lcm_calibrated_level *level, double m) {
  const double before = s->levels.n ? s->levels.at[s->levels.n - 1].size : 0;
  return m == 0 || (isfinite(level->size) && level->size > before);
}

/* Add the level called "name", samples of which have the number "m". */
static void add_level(struct solving *s, const char *name, double m) {
  const char *fact = lcm_calibration_fact(s->calibration, name);
  struct lcm_calibrated_level level = {.name = name, .shared_by = 1};
  if (m > 0 && fact)
    (void)sscanf(fact, "%lf %lf", &level.size, &level.shared_by);
  level.core = rate(find(s, "triad", 1, m));
  level.socket = rate(crowd(s, m));
  level.latency = time_of(s, "chase", m);
  level.gather = time_of(s, "gather", m);
  level.lifted =
      level.socket.value > 0 && level.socket.value < level.core.value;
  if (level.lifted)
    level.socket = level.core;
  if (!(isfinite(level.shared_by) && level.shared_by >= 1))
    level.shared_by = 1;
  if (level.core.value > 0 && may_follow(s, &level, m))
    LCM_LIST_ADD(s->arena, &s->levels, level);
}

/* Add what it takes to find a page that is not at hand, and put the bytes of
 * those that are into "*tlb"; 0 where they were not measured. */
static void add_pages(struct solving *s, double *tlb) {
  enum { PAGE = 4096 };
  const struct lcm_calibration_point *most = NULL;
  const struct lcm_calibration_point *least = NULL;
  point_list walk = {0};
  *tlb = 0;
  for (size_t i = 0; i < s->n; i++) {
    const struct lcm_calibration_point *point = &s->points[i];
    if (strcmp(point->what, "rows") != 0)
      continue;
    most = !most || point->m > most->m ? point : most;
    least = !least || point->m < least->m ? point : least;
  }
  if (!most || most->m <= least->m || most->is.value < 2 * least->is.value)
    return;
  for (size_t i = 0; i < s->n; i++) {
    const struct lcm_calibration_point *point = &s->points[i];
    const double middle = (most->is.value + least->is.value) / 2;
    if (!strcmp(point->what, "rows") && point->is.value < middle)
      *tlb = fmax(*tlb, point->m * PAGE);
  }
  const struct lcm_calibration_point one = {most->what, 1, 0, most->is};
  LCM_LIST_ADD(s->arena, &walk, one);
  add_cost(s, "page_walk", &walk, false);
}

/* Return the clock of a core in GHz, 0 where nothing says it: operations on
 * whole numbers that wait for each other take a cycle each. */
static double clock_of(const struct solving *s) {
  const struct lcm_estimate *chain = find(s, "integer_chain", 1, 0);
  return chain && chain->value > 0 ? 1e-9 / chain->value : 0;
}

const lcm_calibrated_machine *
lcm_calibration_solve(lcm_calibration *calibration) {
  static const struct difference DIFFERENCES[] = {
      {"flop", "flop", NULL},
      {"integer", "integer", NULL},
      {"remainder", "remainder", NULL},
      {"divide", "divide", NULL},
      {"special", "special", NULL},
      {"trig", "trig", NULL},
      {"sqrt", "sqrt", NULL},
      {"pow", "pow", NULL},
      {"call", "call", NULL},
      {"add_chain", "add_chain", NULL},
      {"mul_chain", "mul_chain", NULL},
      {"integer_chain", "integer_chain", NULL},
      {"product_chain", "product_chain", NULL},
      {"load_chain", "load_chain", NULL},
      {"store_chain", "kept_chain", "add_chain"},
      {"integer_store_chain", "kept_whole", "integer_chain"},
      {"mispredict", "missed", "foreseen"},
      {"page_fault", "page_fault", NULL},
      {"page_read", "page_copied", "page_fault"},
      {"fork", "region", "barrier"},
      {"barrier", "barrier", NULL},
      {"atomic", "atomic", NULL},
      {"atomic_real", "atomic_real", NULL},
      {"task", "task", NULL}};
  struct solving s = {.calibration = calibration,
                      .arena = lcm_ctx_arena(calibration->ctx)};
  s.points = lcm_calibration_points(&s.n, calibration);
  for (size_t i = 0; i < sizeof DIFFERENCES / sizeof *DIFFERENCES; i++)
    add_difference(&s, &DIFFERENCES[i]);
  add_lock(&s);
  add_chunks(&s);
  add_lines(&s);
  add_transfer(&s);
  add_overhead(&s, "send", "sent");
  add_overhead(&s, "receive", "received");
  add_collectives(&s);
  add_difference(&s, &(struct difference){"file", "file", NULL});
  for (int i = 1; i < 6; i++)
    add_level(&s,
              lcm_intern(calibration->ctx, lcm_arena_printf(s.arena, "L%d", i)),
              i);
  add_level(&s, "memory", 0);
  lcm_calibrated_machine *out = LCM_NEW(s.arena, lcm_calibrated_machine);
  double tlb = 0;
  add_pages(&s, &tlb);
  *out = (lcm_calibrated_machine){s.costs.at, s.costs.n,    s.levels.at,
                                  s.levels.n, clock_of(&s), tlb};
  return out;
}
