/* Recognises patterns among the messages of a run on a few ranks. */
#include "composer/engine/messages/pattern.h"
#include "composer/engine/messages/pattern_matrix.h"

#include <string.h>

/* The messages of one type, the first between any two ranks. */
struct matrix {
  struct lcm_logical_matrix logical;
  LCM_LIST(unsigned) ways; /* of each, as in its passage */
  bool any;                /* they are received from any rank */
  bool whole;              /* of all types */
};

/* What goes to a master, who takes it from any rank and answers. */
static const char *const MASTER = "master-worker";

/* What goes around from rank 0 to rank 0. */
static const char *const AROUND = "sequential ring";

/* Return whether "passage" is of the type of "type"; NULL: any. */
static bool is_type(const struct lcm_passage *passage,
                    const struct lcm_passage *type) {
  return !type ||
         (passage->send == type->send && passage->receive == type->receive);
}

/* Return whether "m" has an event between the ranks of "passage" already. */
static bool is_known(const struct matrix *m,
                     const struct lcm_passage *passage) {
  for (size_t i = 0; i < m->logical.events.n; i++)
    if (m->logical.events.at[i].from == passage->from &&
        m->logical.events.at[i].to == passage->to)
      return true;
  return false;
}

/* Return the messages of the type of "type" (NULL: all) in "traffic". */
static struct matrix matrix_of(lcm_ctx *ctx, const struct lcm_traffic *traffic,
                               const struct lcm_passage *type) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t *depths = lcm_logical_depths(ctx, traffic, type);
  struct matrix m = {.logical = {.p = traffic->n}, .whole = !type};
  for (size_t i = 0; i < traffic->all.n; i++) {
    const struct lcm_passage *passage = &traffic->all.at[i];
    if (passage->from == passage->to || !is_type(passage, type) ||
        is_known(&m, passage))
      continue;
    const struct lcm_logical_event event = {passage->from, passage->to,
                                            depths[i], passage->from};
    LCM_LIST_ADD(arena, &m.logical.events, event);
    LCM_LIST_ADD(arena, &m.ways, passage->ways);
    m.any = m.any || passage->any;
  }
  return m;
}

/* ---- shapes ------------------------------------------------------------- */

/* Return whether "shape" is a reduction up ("up"), or a broadcast down, a tree
 * of one kind or another. */
static bool is_tree(enum lcm_pattern_shape shape, bool up) {
  return up ? shape == LCM_PATTERN_UP || shape == LCM_PATTERN_BINOMIAL_UP
            : shape == LCM_PATTERN_DOWN || shape == LCM_PATTERN_BINOMIAL_DOWN;
}

/* Return what "a" and "b" have in common, the shapes of runs on "p" ranks and
 * on more: up to four ranks all trees look alike. */
static enum lcm_pattern_shape common_of(enum lcm_pattern_shape a, size_t p,
                                        enum lcm_pattern_shape b) {
  if (a == b)
    return a;
  for (int up = 0; up < 2; up++)
    if (is_tree(a, up) && is_tree(b, up))
      return p <= 4 ? b : up ? LCM_PATTERN_UP : LCM_PATTERN_DOWN;
  return LCM_PATTERN_NONE;
}

/* Return the shape that messages of the type of "type" (NULL: all) have in all
 * of the "n" runs "runs". */
static enum lcm_pattern_shape shape_in_all(lcm_ctx *ctx,
                                           const struct lcm_traffic *runs,
                                           size_t n,
                                           const struct lcm_passage *type) {
  enum lcm_pattern_shape common = LCM_PATTERN_NONE;
  for (size_t k = 0; k < n; k++) {
    const struct matrix m = matrix_of(ctx, &runs[k], type);
    const enum lcm_pattern_shape shape =
        lcm_pattern_shape_of(lcm_ctx_arena(ctx), &m.logical, m.whole);
    common = k ? common_of(common, runs[k - 1].n, shape) : shape;
    if (!common)
      return common;
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
    if (!strcmp(all[i].name, lcm_pattern_name(LCM_PATTERN_BROADCAST)))
      return;
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].name, MASTER))
      all[i].name = lcm_pattern_name(LCM_PATTERN_GATHER);
}

/* ---- halo exchanges ----------------------------------------------------- */

/* How messages of one type lie in a grid of ranks, on all numbers of ranks. */
struct lie {
  unsigned ways; /* that all of them go */
  bool inside;   /* each goes to a neighbour */
  bool mutual;   /* and there is one back */
  bool any;      /* they are received from any rank */
};

/* Return how messages of the type of "type" lie in a grid in the "n" runs
 * "runs"; runs in which there are none say nothing. */
static struct lie lie_of(lcm_ctx *ctx, const struct lcm_traffic *runs, size_t n,
                         const struct lcm_passage *type) {
  struct lie lie = {~0u, true, true, true};
  bool any = false;
  for (size_t k = 0; k < n; k++) {
    const struct matrix m = matrix_of(ctx, &runs[k], type);
    for (size_t i = 0; i < m.ways.n; i++) {
      any = true;
      lie.ways &= m.ways.at[i];
      lie.inside = lie.inside && m.ways.at[i] != 0;
    }
    lie.mutual =
        lie.mutual && lcm_matrix_is_mutual(lcm_ctx_arena(ctx), &m.logical);
    lie.any = lie.any && m.any;
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
  enum lcm_pattern_shape shape; /* of all of them */
  long distance; /* that they all go from rank to rank, 0: none, or around */
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
    const bool near = all[i].shape == LCM_PATTERN_NONE && all[i].lie.inside;
    const bool master = all[i].shape == LCM_PATTERN_GATHER && all[i].lie.any;
    all[i].pattern.name = all[i].halo ? "halo exchange"
                          : near      ? lcm_pattern_name(LCM_PATTERN_NEIGHBOURS)
                          : master    ? MASTER
                                      : lcm_pattern_name(all[i].shape);
  }
}

/* Let the "*n" types at "all" be one pattern where they are one together: parts
 * of a tree, or of what goes around. */
static void join_types(struct found *all, size_t *n, lcm_ctx *ctx,
                       const struct lcm_traffic *runs, size_t n_runs) {
  const enum lcm_pattern_shape shape =
      *n > 1 ? shape_in_all(ctx, runs, n_runs, NULL) : LCM_PATTERN_NONE;
  if (shape != LCM_PATTERN_HEAP_UP && shape != LCM_PATTERN_HEAP_DOWN &&
      shape != LCM_PATTERN_SEQUENCE)
    return;
  const struct matrix m = matrix_of(ctx, &runs[0], NULL);
  const bool around = shape == LCM_PATTERN_SEQUENCE &&
                      lcm_matrix_distance(&m.logical, true) == 1;
  all[0].pattern.name = around ? AROUND : lcm_pattern_name(shape);
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
    const enum lcm_pattern_shape shape = shape_in_all(ctx, runs, n, type);
    const struct matrix m = matrix_of(ctx, &runs[0], type);
    const struct found one = {.pattern = {NULL, type->send, type->receive},
                              .shape = shape,
                              .distance =
                                  shape == LCM_PATTERN_NEIGHBOURS
                                      ? lcm_matrix_distance(&m.logical, false)
                                      : 0,
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
