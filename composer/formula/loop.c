/* Closed forms of worksharing loops: the largest and smallest part that a
 * member gets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/formula/clocks.h"
#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/loop.h"
#include "composer/formula/memory.h"
#include "composer/formula/price.h"
#include "composer/formula/serial.h"
#include "composer/formula/team.h"
#include "composer/rules/rules.h"

static const lcm_expr *quotient(struct lcm_formula *f, const lcm_expr *a,
                                const lcm_expr *b) {
  return lcm_expr_apply(f->ctx, LCM_X_FLOOR, lcm_expr_div(f->ctx, a, b));
}

/* Return the outcome of the iteration of "node" whose index has the symbol
 * "index" (from 0). */
static struct lcm_closed iteration(struct lcm_formula *f, const lcm_node *node,
                                   const char *index, const lcm_expr *count) {
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  const lcm_model *model = lcm_node_whole(node);
  struct lcm_closed out = {NULL};
  if (range)
    lcm_formula_bind_index(f, node, index);
  if (model) {
    struct lcm_formula_price price =
        lcm_formula_priced(f, model, f->team->weight, false);
    const bool each = model->per == LCM_PER_ITERATION;
    out.cats[LCM_CAT_PC] =
        each ? price.cost : lcm_expr_div(f->ctx, price.cost, count);
    out.time = out.cats[LCM_CAT_PC];
    if (price.excess) {
      out.cats[LCM_CAT_RC] =
          each ? price.excess : lcm_expr_div(f->ctx, price.excess, count);
      out.time = lcm_expr_add(f->ctx, out.time, out.cats[LCM_CAT_RC]);
    }
    for (size_t i = 0; i < LCM_MAX_LEVELS && !each; i++)
      price.busy[i] =
          price.busy[i] ? lcm_expr_div(f->ctx, price.busy[i], count) : NULL;
    lcm_formula_busy(f, &out, &price);
    out.time = lcm_expr_div(f->ctx, out.time, f->team->weight);
  } else if (node->n_children)
    out = lcm_formula_serial(f, node->children[0], f->team->weight);
  f->values.n = bound;
  return out;
}

/* Return the greatest sum of "time" over the block of iterations of one
 * member, "count" iterations with index "index" in blocks. */
static const lcm_expr *longest_block(struct lcm_formula *f,
                                     const lcm_expr *count, const char *index,
                                     const lcm_expr *time) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *k = f->team->k;
  const char *name =
      lcm_formula_index(f, lcm_expr_sub(ctx, k, lcm_formula_int(f, 1)));
  const lcm_expr *m = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  const struct lcm_block_expr own = lcm_block_expr(ctx, count, k, m);
  const struct lcm_range block = {
      index, own.from,
      lcm_expr_sub(ctx, lcm_expr_add(ctx, own.from, own.size), one)};
  const struct lcm_range members = {name, lcm_formula_int(f, 0),
                                    lcm_expr_sub(ctx, k, one)};
  return lcm_expr_over(ctx, LCM_X_MAX_OVER, members,
                       lcm_expr_over_open(ctx, LCM_X_SUM, block, time));
}

/* Add what the cost "name" of the crossings that end at the loop "node" comes
 * to, to "category" of "out". */
static void charge(struct lcm_formula *f, struct lcm_closed *out,
                   const lcm_node *node, const char *name, size_t category) {
  const lcm_expr *k = f->team->k;
  const lcm_expr *second = lcm_expr_unit(f->ctx, lcm_measure_find("s"));
  for (size_t i = 0; f->data && i < f->data->n_movements; i++) {
    const lcm_movement *movement = &f->data->movements[i];
    const lcm_expr *bytes = lcm_formula_value(f, movement->bytes);
    if (!bytes || (!lcm_movement_crosses_to(movement, node) &&
                   !lcm_movement_is_paid_at(movement, node)))
      continue;
    const lcm_expr *price =
        lcm_formula_machine(f, name, k, lcm_expr_div(f->ctx, bytes, k));
    const lcm_expr *one = lcm_expr_mul(f->ctx, price, second);
    if (lcm_expr_is_int(price, 0))
      continue;
    const lcm_expr *several =
        lcm_expr_binary(f->ctx, LCM_X_LE, lcm_formula_int(f, 2), k);
    one = lcm_expr_if(f->ctx, several, one, lcm_formula_int(f, 0));
    lcm_closed_cat(f, &out->time, one);
    lcm_closed_cat(
        f, &out->cats[category],
        lcm_expr_mul(f->ctx, one, lcm_expr_mul(f->ctx, k, f->team->weight)));
  }
}

/* Add the crossings that end at the loop "node" to "out". */
static void charge_crossings(struct lcm_formula *f, struct lcm_closed *out,
                             const lcm_node *node) {
  charge(f, out, node, "transfer", LCM_CAT_CL);
  charge(f, out, node, "contention", LCM_CAT_RC);
}

void lcm_formula_divide(struct lcm_formula *f, struct lcm_closed *out,
                        const struct lcm_closed *one, const lcm_expr *count,
                        const lcm_expr *chunk) {
  const lcm_expr *share = lcm_share_most(f->ctx, count, f->team->k, chunk);
  if (one->time) {
    lcm_closed_cat(f, &out->time, lcm_expr_mul(f->ctx, one->time, share));
    const lcm_expr *more = lcm_expr_sub(
        f->ctx, share, lcm_share_least(f->ctx, count, f->team->k, chunk));
    lcm_formula_delay_first(f, lcm_expr_mul(f->ctx, one->time, more));
  }
  for (size_t c = 0; c < LCM_SLOTS; c++)
    if (one->cats[c])
      lcm_closed_cat(f, &out->cats[c],
                     lcm_expr_mul(f->ctx, one->cats[c], count));
}

bool lcm_closed_mentions(const struct lcm_closed *out, const char *name) {
  bool found = out->time && lcm_expr_has(out->time, name);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    found = found || (out->cats[c] && lcm_expr_has(out->cats[c], name));
  return found;
}

/* ---- iterations that differ
 * --------------------------------------------------
 */

/* The iterations of a loop that differ by "index", from number 0 to "count". */
struct sloping {
  const lcm_expr *count;
  const char *index;
  const lcm_expr *time; /* of one */
  /* first, slope: where that is first + slope * index, whatever they are; else
   * NULL */
  const lcm_expr *first;
  const lcm_expr *slope;
  bool rises; /* rises, falls: it is known not to fall, not to rise */
  bool falls;
};

/* Return "e" with the index of "s" replaced by "value". */
static const lcm_expr *at_index(struct lcm_formula *f, const struct sloping *s,
                                const lcm_expr *e, const lcm_expr *value) {
  const struct lcm_subst subst = {s->index, value};
  return lcm_expr_subst(f->ctx, e, &subst, 1);
}

/* Return whether the time of "s" is known never to fall from one iteration to
 * the next. */
static bool never_falls(struct lcm_formula *f, const struct sloping *s) {
  double low = 0;
  double high = 0;
  const lcm_expr *next =
      lcm_expr_add(f->ctx, lcm_expr_symbol(f->ctx, s->index, LCM_DIM_NONE),
                   lcm_formula_int(f, 1));
  const lcm_expr *step = lcm_expr_expand(
      f->ctx, lcm_expr_sub(f->ctx, at_index(f, s, s->time, next), s->time));
  if (!step)
    return false;
  lcm_expr_bounds(&low, &high, step);
  return low >= 0;
}

/* Find out whether the time of "s" is linear in its index, and whether it is
 * known to rise or to fall. */
static void find_slope(struct lcm_formula *f, struct sloping *s) {
  double low = 0;
  double high = 0;
  const lcm_expr *index = lcm_expr_symbol(f->ctx, s->index, LCM_DIM_NONE);
  const lcm_expr *first = at_index(f, s, s->time, lcm_formula_int(f, 0));
  const lcm_expr *slope = lcm_expr_expand(
      f->ctx,
      lcm_expr_sub(f->ctx, at_index(f, s, s->time, lcm_formula_int(f, 1)),
                   first));
  const lcm_expr *line =
      lcm_expr_add(f->ctx, first, lcm_expr_mul(f->ctx, slope, index));
  const lcm_expr *rest =
      lcm_expr_expand(f->ctx, lcm_expr_sub(f->ctx, s->time, line));
  s->rises = never_falls(f, s);
  if (!rest || !lcm_expr_is_int(rest, 0))
    return;
  s->first = first;
  s->slope = slope;
  lcm_expr_bounds(&low, &high, slope);
  s->rises = low >= 0;
  s->falls = high <= 0;
}

static const lcm_expr *sum3(struct lcm_formula *f, const lcm_expr *a,
                            const lcm_expr *b, const lcm_expr *c) {
  return lcm_expr_add(f->ctx, lcm_expr_add(f->ctx, a, b), c);
}

static const lcm_expr *times(struct lcm_formula *f, const lcm_expr *a,
                             const lcm_expr *b) {
  return lcm_expr_mul(f->ctx, a, b);
}

static const lcm_expr *less(struct lcm_formula *f, const lcm_expr *a,
                            const lcm_expr *b) {
  return lcm_expr_sub(f->ctx, a, b);
}

static const lcm_expr *pairs(struct lcm_formula *f, const lcm_expr *n) {
  return times(f, lcm_expr_ratio(f->ctx, 1, 2),
               times(f, n, less(f, n, lcm_formula_int(f, 1))));
}

/* Return what the "n" iterations of the linear "s" from number "low" on take
 * together. */
static const lcm_expr *stretch(struct lcm_formula *f, const struct sloping *s,
                               const lcm_expr *low, const lcm_expr *n) {
  const lcm_expr *steps = lcm_expr_add(f->ctx, times(f, n, low), pairs(f, n));
  return lcm_expr_add(f->ctx, times(f, s->first, n), times(f, s->slope, steps));
}

/* Return the time of the member with the most to do where linear iterations are
 * assigned in blocks.  Members with equally long blocks differ by a multiple
 * of the slope, so that it is one at an end of those: the first, the last of
 * the longer blocks or the last of all. */
static const lcm_expr *longest_linear(struct lcm_formula *f,
                                      const struct sloping *s) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *k = f->team->k;
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *base = lcm_block_least(ctx, s->count, k);
  const lcm_expr *most = lcm_block_most(ctx, s->count, k);
  const lcm_expr *more = less(f, s->count, times(f, base, k));
  const lcm_expr *before =
      lcm_formula_larger(f, less(f, more, lcm_formula_int(f, 1)), zero);
  const lcm_expr *first = stretch(f, s, zero, most);
  if (s->falls)
    return first;
  const lcm_expr *longer = stretch(f, s, times(f, before, most), most);
  const lcm_expr *last = stretch(f, s, less(f, s->count, base), base);
  const lcm_expr *end = lcm_formula_larger(f, longer, last);
  return s->rises ? end : lcm_formula_larger(f, end, first);
}

/* How chunks of "size" go round. */
struct rounds {
  const lcm_expr *size;
  const lcm_expr *rounds; /* of chunks for all members */
  const lcm_expr *done;   /* iterations in these */
  const lcm_expr *rest;   /* behind them */
  const lcm_expr *cost;   /* of taking a chunk */
};

/* Return the rounds of chunks of "size" that cost "cost" to take. */
static struct rounds rounds_of(struct lcm_formula *f, const lcm_expr *count,
                               const lcm_expr *size, const lcm_expr *cost) {
  struct rounds r = {.size = size, .cost = cost};
  const lcm_expr *all = times(f, f->team->k, size);
  r.rounds = quotient(f, count, all);
  r.done = times(f, all, r.rounds);
  r.rest = less(f, count, r.done);
  return r;
}

/* Return the time of member "m" in linear iterations assigned by "r", where
 * its chunk behind the rounds has "n". */
static const lcm_expr *member(struct lcm_formula *f, const struct sloping *s,
                              const struct rounds *r, const lcm_expr *m,
                              const lcm_expr *n) {
  const lcm_expr *own = times(f, r->rounds, r->size);
  const lcm_expr *steps =
      sum3(f,
           times(f, times(f, f->team->k, times(f, r->size, r->size)),
                 pairs(f, r->rounds)),
           times(f, own, times(f, r->size, m)),
           times(f, r->rounds, pairs(f, r->size)));
  const lcm_expr *low = lcm_expr_add(f->ctx, r->done, times(f, r->size, m));
  const lcm_expr *chunks =
      lcm_expr_add(f->ctx, r->rounds,
                   lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 0), n));
  const lcm_expr *work = sum3(f, times(f, s->first, own),
                              times(f, s->slope, steps), stretch(f, s, low, n));
  return lcm_expr_add(f->ctx, work, times(f, r->cost, chunks));
}

/* Return the time of the member with the most to do where linear iterations are
 * assigned by "r": the first, the last with a whole chunk behind the rounds,
 * the one with the rest of a chunk, or the last of all. */
static const lcm_expr *longest_round(struct lcm_formula *f,
                                     const struct sloping *s,
                                     const struct rounds *r) {
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *whole = quotient(f, r->rest, r->size);
  const lcm_expr *part = less(f, r->rest, times(f, whole, r->size));
  const lcm_expr *last = less(f, f->team->k, one);
  const lcm_expr *lead = lcm_formula_smaller(f, r->size, r->rest);
  const lcm_expr *first = member(f, s, r, zero, lead);
  if (s->falls)
    return first;
  const lcm_expr *full =
      member(f, s, r, lcm_formula_larger(f, less(f, whole, one), zero), lead);
  const lcm_expr *left = less(f, r->rest, times(f, last, r->size));
  const lcm_expr *final = member(
      f, s, r, last,
      lcm_formula_larger(f, zero, lcm_formula_smaller(f, r->size, left)));
  const lcm_expr *end = lcm_formula_larger(f, full, final);
  if (!lcm_expr_is_int(r->size, 1))
    end = lcm_formula_larger(f, end, member(f, s, r, whole, part));
  return s->rises ? end : lcm_formula_larger(f, end, first);
}

/* Return the sum of "time" over "range", closed where that is possible. */
static const lcm_expr *total(struct lcm_formula *f, struct lcm_range range,
                             const lcm_expr *time) {
  const lcm_expr *sum = lcm_expr_sum_polynomial(f->ctx, range, time);
  return sum ? sum : lcm_expr_over(f->ctx, LCM_X_SUM, range, time);
}

/* Return the greatest time of a member where any iterations are assigned by
 * "r", which costs nothing. */
static const lcm_expr *longest_any(struct lcm_formula *f,
                                   const struct sloping *s,
                                   const struct rounds *r) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *last = less(f, f->team->k, one);
  const lcm_expr *turns = less(f, r->rounds, one);
  const char *m_name = lcm_formula_index(f, last);
  const char *turn_name = lcm_formula_index(f, turns);
  const lcm_expr *m = lcm_expr_symbol(ctx, m_name, LCM_DIM_NONE);
  const lcm_expr *turn = lcm_expr_symbol(ctx, turn_name, LCM_DIM_NONE);
  const lcm_expr *own = times(f, r->size, m);
  const lcm_expr *low =
      lcm_expr_add(ctx, own, times(f, turn, times(f, f->team->k, r->size)));
  const lcm_expr *rest = lcm_formula_larger(
      f, zero, lcm_formula_smaller(f, r->size, less(f, r->rest, own)));
  const lcm_expr *from = lcm_expr_add(ctx, r->done, own);
  const struct lcm_range chunk = {
      s->index, low, less(f, lcm_expr_add(ctx, low, r->size), one)};
  const struct lcm_range behind = {s->index, from,
                                   less(f, lcm_expr_add(ctx, from, rest), one)};
  const struct lcm_range all = {turn_name, zero, turns};
  const struct lcm_range members = {m_name, zero, last};
  return lcm_expr_over(ctx, LCM_X_MAX_OVER, members,
                       lcm_expr_add(ctx,
                                    total(f, all, total(f, chunk, s->time)),
                                    total(f, behind, s->time)));
}

/* Add the iterations "one" of "s" to "out": their work, and "time" as the
 * longest time of a member. */
static void add_differing(struct lcm_formula *f, struct lcm_closed *out,
                          const struct lcm_closed *one, const struct sloping *s,
                          const lcm_expr *time) {
  const struct lcm_range whole = {s->index, lcm_formula_int(f, 0),
                                  less(f, s->count, lcm_formula_int(f, 1))};
  lcm_closed_cat(f, &out->time, time);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    if (one->cats[c])
      lcm_closed_cat(f, &out->cats[c],
                     lcm_expr_over(f->ctx, LCM_X_SUM, whole, one->cats[c]));
  lcm_formula_set_clocks(f, LCM_SKEWED, NULL);
}

/* ---- what is only bounded
 * ----------------------------------------------------
 */

/* Give up on the loop "node" because of "why", and say that it takes "low" to
 * "high". */
static void give_up_between(struct lcm_formula *f, const lcm_node *node,
                            const char *why, const lcm_expr *low,
                            const lcm_expr *high) {
  char *least = low ? lcm_expr_to_str(low, LCM_READER) : NULL;
  char *most = high ? lcm_expr_to_str(high, LCM_READER) : NULL;
  if (least && most)
    why = lcm_arena_printf(lcm_ctx_arena(f->ctx),
                           "%s; the loop takes at least %s and at most %s", why,
                           least, most);
  free(least);
  free(most);
  lcm_formula_give_up(f, node, why);
}

/* Return a / k + (1 - 1/k) b: no member is idle before the last chunk, which
 * takes "b" at most, is begun (R. Graham, Bounds on multiprocessing timing
 * anomalies, 1969). */
static const lcm_expr *greedy(struct lcm_formula *f, const lcm_expr *a,
                              const lcm_expr *b) {
  const lcm_expr *share =
      lcm_expr_div(f->ctx, lcm_formula_int(f, 1), f->team->k);
  return lcm_expr_add(f->ctx, times(f, a, share),
                      times(f, b, less(f, lcm_formula_int(f, 1), share)));
}

/* Give up on the linear "s" in chunks of "size" on demand, taken by "way". */
static void give_up_linear(struct lcm_formula *f, const lcm_node *node,
                           const struct sloping *s, enum lcm_assign_way way,
                           const lcm_expr *size) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *k = f->team->k;
  const lcm_expr *end =
      at_index(f, s, s->time, less(f, s->count, lcm_formula_int(f, 1)));
  const lcm_expr *most = times(f, size, lcm_formula_larger(f, s->first, end));
  const lcm_expr *work = stretch(f, s, zero, s->count);
  const lcm_expr *low = lcm_expr_div(ctx, work, k);
  const bool order = way == LCM_ASSIGN_CHUNKS && s->falls;
  if (way == LCM_ASSIGN_GUIDED)
    low = lcm_formula_larger(
        f, low, stretch(f, s, zero, lcm_block_most(ctx, s->count, k)));
  if (order) {
    low = lcm_formula_larger(
        f, low, stretch(f, s, zero, lcm_formula_smaller(f, size, s->count)));
    most = times(f, size,
                 lcm_formula_larger(
                     f, zero, at_index(f, s, s->time, times(f, k, size))));
  }
  const lcm_expr *high = greedy(f, work, most);
  if (way == LCM_ASSIGN_GUIDED)
    high = lcm_expr_add(ctx, low, less(f, high, lcm_expr_div(ctx, work, k)));
  give_up_between(f, node,
                  way == LCM_ASSIGN_CHUNKS
                      ? "iterations that get shorter, in chunks on demand"
                  : way == LCM_ASSIGN_STOLEN ? "chunks that are stolen"
                                             : "chunks that shrink, of "
                                               "iterations that differ",
                  low, order ? lcm_formula_larger(f, low, high) : high);
}

/* ---- the loop
 * ----------------------------------------------------------------
 */

/* A parallel loop being divided. */
struct looping {
  const lcm_node *node;
  enum lcm_assign_way way; /* how */
  const lcm_expr *count;
  const lcm_expr *size; /* of chunks (lcm_assign_size), or NULL */
  const lcm_expr *cost; /* of taking one, in seconds */
};

/* Return how many chunks of one size the loop "l" has. */
static const lcm_expr *chunks_of(struct lcm_formula *f,
                                 const struct looping *l) {
  return lcm_expr_apply(f->ctx, LCM_X_CEIL,
                        lcm_expr_div(f->ctx, l->count, l->size));
}

/* Add to "out" that the "count" iterations of "one" are assigned, which cost
 * all the same. */
static void deal_uniform(struct lcm_formula *f, struct lcm_closed *out,
                         const struct lcm_closed *one,
                         const struct looping *l) {
  lcm_ctx *ctx = f->ctx;
  const bool shrink = lcm_assign_has(l->way, LCM_ASSIGN_SHRINKS);
  const bool paid = !lcm_expr_is_int(l->cost, 0);
  if (shrink && paid) {
    lcm_formula_give_up(f, l->node, "chunks that shrink and have a cost");
    return;
  }
  if (shrink && !lcm_expr_is_int(l->size, 1)) {
    const lcm_expr *even = lcm_share_most(ctx, l->count, f->team->k, NULL);
    const lcm_expr *late = lcm_expr_add(
        ctx, quotient(f, less(f, l->count, l->size), f->team->k), l->size);
    give_up_between(f, l->node,
                    lcm_assign_has(l->way, LCM_ASSIGN_EVEN)
                        ? "chunks that shrink to more than one iteration"
                        : "chunks that shrink",
                    times(f, one->time, even),
                    times(f, one->time, lcm_formula_larger(f, even, late)));
    return;
  }
  lcm_formula_divide(f, out, one, l->count, shrink ? NULL : l->size);
  if (!paid)
    return;
  const lcm_expr *chunks = chunks_of(f, l);
  lcm_closed_cat(
      f, &out->time,
      times(f, l->cost, lcm_share_most(ctx, chunks, f->team->k, NULL)));
  lcm_closed_cat(f, &out->cats[LCM_CAT_SL],
                 times(f, f->team->weight, times(f, l->cost, chunks)));
}

/* Add to "out" that iterations like "one", which differ by "index", are
 * assigned. */
static void deal_differing(struct lcm_formula *f, struct lcm_closed *out,
                           const struct lcm_closed *one,
                           const struct looping *l, const char *index) {
  const lcm_expr *zero = lcm_formula_int(f, 0);
  struct sloping s = {.count = l->count, .index = index};
  const struct lcm_range whole = {index, zero,
                                  less(f, l->count, lcm_formula_int(f, 1))};
  s.time = lcm_expr_settle(f->ctx, whole, one->time ? one->time : zero);
  find_slope(f, &s);
  if (!lcm_assign_has(l->way, LCM_ASSIGN_ON_DEMAND) && one->cats[LCM_CAT_RC] &&
      !lcm_expr_is_int(one->cats[LCM_CAT_RC], 0))
    lcm_formula_give_up(f, l->node,
                        "threads that share memory until others are done");
  if (l->way == LCM_ASSIGN_BLOCKS) {
    add_differing(f, out, one, &s,
                  s.first ? longest_linear(f, &s)
                          : longest_block(f, s.count, index, s.time));
    return;
  }
  const bool ordered = l->way == LCM_ASSIGN_CHUNKS && s.rises &&
                       (s.first || lcm_expr_is_int(l->cost, 0));
  if (l->way != LCM_ASSIGN_ROUNDS && !ordered) {
    if (s.first && lcm_expr_is_int(l->cost, 0))
      give_up_linear(f, l->node, &s, l->way, l->size);
    lcm_formula_give_up(f, l->node, "iterations that differ, in chunks");
    return;
  }
  const struct rounds r = rounds_of(f, l->count, l->size, l->cost);
  add_differing(f, out, one, &s,
                s.first ? longest_round(f, &s, &r) : longest_any(f, &s, &r));
  if (lcm_expr_is_int(l->cost, 0))
    return;
  const lcm_expr *chunks = chunks_of(f, l);
  lcm_closed_cat(f, &out->cats[LCM_CAT_SL],
                 times(f, f->team->weight, times(f, l->cost, chunks)));
}

/* Return how the PARLOOP "node" is assigned; gives up where that is not
 * known. */
static struct looping looping_of(struct lcm_formula *f, const lcm_node *node) {
  const struct lcm_assignment assignment =
      lcm_loop_assignment(f->machine, node);
  struct looping l = {.node = node, .way = assignment.way};
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *one = lcm_formula_int(f, 1);
  const bool demand = lcm_assign_has(l.way, LCM_ASSIGN_ON_DEMAND);
  l.count = lcm_formula_count(f, node);
  l.size = assignment.chunk ? lcm_formula_value(f, assignment.chunk)
           : assignment.fixed >= 1
               ? lcm_formula_int(f, (long long)assignment.fixed)
               : NULL;
  if (l.way == LCM_ASSIGN_TASKS || node->u.loop.ordered ||
      (assignment.chunk && !l.size))
    lcm_formula_give_up(f, node, "a schedule without a closed form");
  if (l.size)
    l.size = lcm_expr_apply(f->ctx, LCM_X_FLOOR, l.size);
  l.size = lcm_assign_size(f->ctx, &(struct lcm_assignment_expr){
                                       l.way, l.count, l.size, f->team->k});
  if (l.way == LCM_ASSIGN_ROUNDS)
    lcm_formula_expect(f, lcm_expr_sub(f->ctx, l.size, one));
  if (demand &&
      !lcm_expr_is_int(lcm_formula_machine(f, "counter", f->team->k, zero), 0))
    lcm_formula_give_up(f, node, "members that queue for chunks");
  l.cost = demand ? lcm_formula_machine(f, "chunk", f->team->k, zero) : zero;
  if (l.cost && !lcm_expr_is_int(l.cost, 0))
    l.cost = lcm_expr_mul(f->ctx, l.cost,
                          lcm_expr_unit(f->ctx, lcm_measure_find("s")));
  return l;
}

struct lcm_closed lcm_formula_parloop(struct lcm_formula *f,
                                      const lcm_node *node) {
  struct lcm_closed out = {NULL};
  const struct looping l = looping_of(f, node);
  const bool demand = lcm_assign_has(l.way, LCM_ASSIGN_ON_DEMAND);
  const char *index = lcm_formula_index(
      f, lcm_expr_sub(f->ctx, l.count, lcm_formula_int(f, 1)));
  lcm_formula_assume(f, lcm_loop_assumption(f->machine, node));
  if (f->team->clocks == LCM_SKEWED || (demand && f->team->clocks))
    lcm_formula_give_up(f, node, "a loop begun at different times");
  if (lcm_loop_random_part(f->facts, node))
    lcm_formula_give_up(f, node, "random iterations");
  if (!node->n_models && node->n_children &&
      lcm_formula_traits(f, node)->events)
    lcm_formula_give_up(f, node, "locks or tasks in iterations");
  charge_crossings(f, &out, node);
  if (lcm_expr_is_int(l.count, 0))
    return out;
  const struct lcm_closed one = iteration(f, node, index, l.count);
  if (f->reason)
    return out;
  if (!lcm_closed_mentions(&one, index))
    deal_uniform(f, &out, &one, &l);
  else if (f->team->clocks == LCM_ALIGNED && node->u.loop.n_ranges == 1)
    deal_differing(f, &out, &one, &l, index);
  else
    lcm_formula_give_up(f, node, "iterations that differ, in chunks");
  if (demand)
    lcm_formula_set_clocks(f, LCM_SKEWED, NULL);
  return out;
}
