/* Recognises patterns among the messages of a run on a few ranks. */
#include "composer/engine/messages/pattern.h"
#include "composer/engine/messages/pattern_matrix.h"

#include <string.h>

/* What the messages of one send and one receive look like on one number of
 * ranks; NEIGHBOURS: each goes the same distance, not around. */
enum shape {
  IRREGULAR,
  BROADCAST,
  GATHER,
  MASTER,
  RING,
  SHIFT,
  EXCHANGE,
  CHAIN,
  SEQUENCE,
  NEIGHBOURS,
  DOWN,
  UP,
  HEAP_DOWN,
  HEAP_UP,
  BUTTERFLY,
  AROUND,
  ALL_TO_ALL
};

/* The names of shapes. */
static const char *const NAMES[] = {[IRREGULAR] = NULL,
                                    [BROADCAST] = "broadcast",
                                    [GATHER] = "gather",
                                    [MASTER] = "master-worker",
                                    [RING] = "ring",
                                    [SHIFT] = "shift",
                                    [EXCHANGE] = "exchange in pairs",
                                    [CHAIN] = "chain",
                                    [SEQUENCE] = "sequential chain",
                                    [NEIGHBOURS] = "to a neighbour",
                                    [DOWN] = "broadcast down a tree",
                                    [UP] = "reduction up a tree",
                                    [HEAP_DOWN] = "broadcast down a heap tree",
                                    [HEAP_UP] = "reduction up a heap tree",
                                    [BUTTERFLY] = "butterfly",
                                    [AROUND] = "sequential ring",
                                    [ALL_TO_ALL] = "all-to-all"};

/* One message of the type that is looked at: the first between its ranks. */
struct event {
  size_t from;
  size_t to;
  size_t depth;  /* in the logical matrix */
  unsigned ways; /* as in its passage */
};

/* The messages of one type on "p" ranks, the first between any two. */
struct matrix {
  LCM_LIST(struct event) events;
  struct lcm_logical_matrix logical; /* the same as a logical matrix */
  size_t p;
  size_t *out; /* out, in: how many each rank sends and receives */
  size_t *in;
  bool any;   /* they are received from any rank */
  bool whole; /* of all types */
};

/* Return whether "passage" is of the type of "type"; NULL: any. */
static bool is_type(const struct lcm_passage *passage,
                    const struct lcm_passage *type) {
  return !type ||
         (passage->send == type->send && passage->receive == type->receive);
}

/* Return whether "m" has an event between the ranks of "passage" already. */
static bool is_known(const struct matrix *m,
                     const struct lcm_passage *passage) {
  for (size_t i = 0; i < m->events.n; i++)
    if (m->events.at[i].from == passage->from &&
        m->events.at[i].to == passage->to)
      return true;
  return false;
}

/* Return the messages of the type of "type" (NULL: all) in "traffic". */
static struct matrix matrix_of(lcm_ctx *ctx, const struct lcm_traffic *traffic,
                               const struct lcm_passage *type) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t *depths = lcm_logical_depths(ctx, traffic, type);
  struct matrix m = {.logical = {.p = traffic->n},
                     .p = traffic->n,
                     .whole = !type,
                     .out = LCM_NEW_ARRAY(arena, size_t, traffic->n + 1),
                     .in = LCM_NEW_ARRAY(arena, size_t, traffic->n + 1)};
  for (size_t i = 0; i < traffic->all.n; i++) {
    const struct lcm_passage *passage = &traffic->all.at[i];
    if (passage->from == passage->to || !is_type(passage, type) ||
        is_known(&m, passage))
      continue;
    const struct event event = {passage->from, passage->to, depths[i],
                                passage->ways};
    const struct lcm_logical_event logical = {event.from, event.to, event.depth,
                                              event.from};
    LCM_LIST_ADD(arena, &m.events, event);
    LCM_LIST_ADD(arena, &m.logical.events, logical);
    m.out[event.from]++;
    m.in[event.to]++;
    m.any = m.any || passage->any;
  }
  return m;
}

/* ---- shapes ------------------------------------------------------------- */

/* Return how many of the "n" counts at "counts" are "value". */
static size_t count(const size_t *counts, size_t n, size_t value) {
  size_t found = 0;
  for (size_t i = 0; i < n; i++)
    found += counts[i] == value;
  return found;
}

/* Return the distance that all messages of "m" go, around where "around"; 0
 * where they differ. */
static long distance(const struct matrix *m, bool around) {
  const long p = (long)m->p;
  long common = 0;
  for (size_t i = 0; i < m->events.n; i++) {
    const struct event *event = &m->events.at[i];
    long d = (long)event->to - (long)event->from;
    d = around ? (d % p + p) % p : d;
    if (i && d != common)
      return 0;
    common = d;
  }
  return common;
}

/* Return whether each message of "m" has one the other way. */
static bool is_mutual(const struct matrix *m) {
  for (size_t i = 0; i < m->events.n; i++) {
    const struct lcm_passage back = {.from = m->events.at[i].to,
                                     .to = m->events.at[i].from};
    if (!is_known(m, &back))
      return false;
  }
  return true;
}

/* Return whether the messages of "m" go up ("up"), or down, the tree in which
 * the children of rank r are 2 r + 1 and 2 r + 2. */
static bool is_heap(const struct matrix *m, bool up) {
  for (size_t i = 0; i < m->events.n; i++) {
    const struct event *event = &m->events.at[i];
    const size_t child = up ? event->from : event->to;
    if (!child || (child - 1) / 2 != (up ? event->to : event->from))
      return false;
  }
  return m->p > 3 && m->events.n == m->p - 1;
}

/* Return whether in "m" each rank sends to those whose numbers differ from its
 * own in one bit. */
static bool is_butterfly(const struct matrix *m) {
  size_t bits = 0;
  while (((size_t)1 << bits) < m->p)
    bits++;
  for (size_t i = 0; i < m->events.n; i++) {
    const size_t differs = m->events.at[i].from ^ m->events.at[i].to;
    if (differs & (differs - 1))
      return false;
  }
  return m->p > 3 && ((size_t)1 << bits) == m->p &&
         m->events.n == m->p * bits && count(m->out, m->p, bits) == m->p;
}

/* Return the shape of "m" where each rank sends and receives at most one
 * message. */
static enum shape shape_of_line(const struct matrix *m) {
  const size_t n = m->events.n;
  const long around = distance(m, true);
  const long straight = distance(m, false);
  if (straight && n == m->p - 1 && n > 1 &&
      lcm_matrix_deepest(&m->logical) + 1 == n)
    return CHAIN;
  if (lcm_matrix_is_sequential(&m->logical))
    return SEQUENCE;
  if (n == m->p && is_mutual(m))
    return EXCHANGE;
  if (n == m->p && around)
    return around == 1 || around + 1 == (long)m->p ? RING : SHIFT;
  if (straight && 2 * n >= m->p)
    return NEIGHBOURS;
  return IRREGULAR;
}

/* Return the shape of "m". */
static enum shape shape_of(const struct matrix *m) {
  const size_t p = m->p;
  const size_t n = m->events.n;
  if (p > 2 && n == p * (p - 1) && count(m->out, p, p - 1) == p)
    return ALL_TO_ALL;
  if (n == p - 1 && lcm_matrix_is_bottleneck(&m->logical))
    return m->any ? MASTER : GATHER;
  if (n == p - 1 && count(m->out, p, n) == 1 && count(m->in, p, 1) == n)
    return BROADCAST;
  if (n && count(m->out, p, 1) == n && count(m->in, p, 1) == n)
    return shape_of_line(m);
  if (m->whole && (is_heap(m, true) || is_heap(m, false)))
    return is_heap(m, true) ? HEAP_UP : HEAP_DOWN;
  if (is_butterfly(m))
    return BUTTERFLY;
  if (lcm_matrix_is_reduction(&m->logical))
    return UP;
  if (n == p - 1 && count(m->in, p, 1) == n && lcm_matrix_deepest(&m->logical))
    return DOWN;
  return IRREGULAR;
}

/* Return the shape that messages of the type of "type" (NULL: all) have in all
 * of the "n" runs "runs". */
static enum shape shape_in_all(lcm_ctx *ctx, const struct lcm_traffic *runs,
                               size_t n, const struct lcm_passage *type) {
  enum shape common = IRREGULAR;
  for (size_t k = 0; k < n; k++) {
    const struct matrix m = matrix_of(ctx, &runs[k], type);
    const enum shape shape = shape_of(&m);
    if (k && shape != common)
      return IRREGULAR;
    common = shape;
  }
  return common;
}

/* Return whether "traffic" up to message number "i" has one of its type. */
static bool is_met(const struct lcm_traffic *traffic, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (is_type(&traffic->all.at[k], &traffic->all.at[i]))
      return true;
  return false;
}

/* Let messages that one rank takes from any be a gather where none of the "n"
 * patterns at "all" is the answers of a master, from one rank to all. */
static void name_gathers(struct lcm_pattern *all, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].name, NAMES[BROADCAST]))
      return;
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].name, NAMES[MASTER]))
      all[i].name = NAMES[GATHER];
}

/* ---- halo exchanges ----------------------------------------------------- */

/* How messages of one type lie in a grid of ranks, on all numbers of ranks. */
struct lie {
  unsigned ways; /* that all of them go */
  bool inside;   /* each goes to a neighbour */
  bool mutual;   /* and there is one back */
};

/* Return how messages of the type of "type" lie in a grid in the "n" runs
 * "runs"; runs in which there are none say nothing. */
static struct lie lie_of(lcm_ctx *ctx, const struct lcm_traffic *runs, size_t n,
                         const struct lcm_passage *type) {
  struct lie lie = {~0u, true, true};
  bool any = false;
  for (size_t k = 0; k < n; k++) {
    const struct matrix m = matrix_of(ctx, &runs[k], type);
    for (size_t i = 0; i < m.events.n; i++) {
      any = true;
      lie.ways &= m.events.at[i].ways;
      lie.inside = lie.inside && m.events.at[i].ways != 0;
    }
    lie.mutual = lie.mutual && is_mutual(&m);
  }
  lie.inside = lie.inside && any;
  return lie;
}

/* Return the ways contrary to "ways", those up being down. */
static unsigned back(unsigned ways) {
  const unsigned up = 0xaaaaaaaau;
  return (ways & up) >> 1 | (ways & ~up) << 1;
}

/* A type of messages, which may be a pattern. */
struct found {
  struct lcm_pattern pattern;
  enum shape shape; /* of all of them */
  long distance;    /* that they all go from rank to rank, 0: none, or around */
  struct lie lie;
  bool halo; /* they are one half of a halo exchange, or all of it */
};

/* Return whether "a" and "b" are the two halves of a halo exchange: neighbours
 * send each other. */
static bool are_halves(const struct found *a, const struct found *b) {
  if (a->distance && a->distance == -b->distance)
    return true;
  return a->lie.inside && b->lie.inside && (a->lie.ways & back(b->lie.ways));
}

/* Name the "n" types at "all": messages to neighbours of which there are some
 * the other way are a halo exchange. */
static void name_all(struct found *all, size_t n) {
  for (size_t i = 0; i < n; i++) {
    all[i].halo = all[i].lie.inside && all[i].lie.mutual && !all[i].lie.ways;
    for (size_t k = 0; k < n; k++)
      all[i].halo = all[i].halo || (k != i && are_halves(&all[i], &all[k]));
  }
  for (size_t i = 0; i < n; i++) {
    const bool near = all[i].shape == IRREGULAR && all[i].lie.inside;
    all[i].pattern.name = all[i].halo ? "halo exchange"
                          : near      ? NAMES[NEIGHBOURS]
                                      : NAMES[all[i].shape];
  }
}

/* Let the "*n" types at "all" be one pattern where they are one together: parts
 * of a tree, or of what goes around. */
static void join_types(struct found *all, size_t *n, lcm_ctx *ctx,
                       const struct lcm_traffic *runs, size_t n_runs) {
  enum shape shape = *n > 1 ? shape_in_all(ctx, runs, n_runs, NULL) : IRREGULAR;
  if (shape == SEQUENCE) {
    const struct matrix m = matrix_of(ctx, &runs[0], NULL);
    shape = distance(&m, true) == 1 ? AROUND : SEQUENCE;
  }
  if (shape != HEAP_UP && shape != HEAP_DOWN && shape != SEQUENCE &&
      shape != AROUND)
    return;
  all[0].pattern.name = NAMES[shape];
  *n = 1;
}

size_t lcm_patterns_find(const struct lcm_pattern **out, lcm_ctx *ctx,
                         const struct lcm_traffic *runs, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  LCM_LIST(struct found) found = {0};
  size_t named = 0;
  for (size_t i = 0; n && i < runs[n - 1].all.n; i++) {
    const struct lcm_passage *type = &runs[n - 1].all.at[i];
    if (is_met(&runs[n - 1], i))
      continue;
    const enum shape shape = shape_in_all(ctx, runs, n, type);
    const struct matrix m = matrix_of(ctx, &runs[0], type);
    const struct found one = {.pattern = {NULL, type->send, type->receive},
                              .shape = shape,
                              .distance =
                                  shape == NEIGHBOURS ? distance(&m, false) : 0,
                              .lie = lie_of(ctx, runs, n, type)};
    LCM_LIST_ADD(arena, &found, one);
  }
  name_all(found.at, found.n);
  join_types(found.at, &found.n, ctx, runs, n);
  struct lcm_pattern *all =
      LCM_NEW_ARRAY(arena, struct lcm_pattern, found.n + 1);
  for (size_t i = 0; i < found.n; i++)
    if (found.at[i].pattern.name)
      all[named++] = found.at[i].pattern;
  name_gathers(all, named);
  *out = all;
  return named;
}
