/* Closed forms of what fragments move and of the bandwidth that cores share. */
#include <math.h>

#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/memory.h"
#include "composer/rules/rules.h"

static const lcm_expr *number(struct lcm_formula *f, double value) {
  return lcm_expr_real(f->ctx, value);
}

const lcm_expr *lcm_formula_movers(struct lcm_formula *f) {
  return f->team ? lcm_expr_mul(f->ctx, f->team->k, f->team->weight)
                 : lcm_formula_int(f, 1);
}

const lcm_expr *lcm_formula_slowdown(struct lcm_formula *f,
                                     const struct lcm_level *level,
                                     const lcm_expr *movers) {
  const lcm_expr *one = lcm_formula_int(f, 1);
  if (f->unlimited || !lcm_level_is_shared(level))
    return one;
  return lcm_formula_larger(
      f, one,
      lcm_expr_mul(f->ctx, lcm_crowd_expr(f->ctx, f->machine, movers),
                   number(f, level->core / level->socket)));
}

const lcm_expr *lcm_formula_busy_time(struct lcm_formula *f,
                                      const struct lcm_level *level,
                                      const lcm_expr *bytes) {
  if (f->unlimited || !isfinite(level->socket) || level->socket <= 0)
    return NULL;
  const double rate = level->socket * fmax(1, f->machine->sockets);
  return lcm_expr_mul(f->ctx, lcm_expr_div(f->ctx, bytes, number(f, rate)),
                      lcm_formula_second(f));
}

void lcm_formula_busy(struct lcm_formula *f, struct lcm_closed *out,
                      const struct lcm_formula_price *price) {
  for (size_t i = 0; i < f->machine->n_levels && i < LCM_MAX_LEVELS; i++)
    if (price->busy[i])
      lcm_formula_demand(f, out, f->machine->levels[i].name, price->busy[i]);
}

/* ---- levels ------------------------------------------------------------- */

/* Bytes that one execution moves by level (see engine/memory.c); NULL: none. */
struct moved {
  const lcm_expr *bytes[LCM_MAX_LEVELS + 1];
  const lcm_expr *alone[LCM_MAX_LEVELS + 1];
  const lcm_expr *movers;
  size_t memory;
  bool timed; /* by cycles, which have what the innermost cache moves */
};

/* Return the bytes of "set" that lie in one cache shared by "sharers" of the
 * members "movers"; NULL where that is not known. */
static const lcm_expr *set_in(struct lcm_formula *f, const struct lcm_set *set,
                              const lcm_expr *sharers, const lcm_expr *movers) {
  const lcm_expr *by[] = {lcm_formula_int(f, 1), sharers,
                          lcm_expr_div(f->ctx, sharers, movers)};
  const lcm_expr *of[] = {set->common, set->own,
                          f->unlimited ? NULL : set->divided};
  const lcm_expr *sum = lcm_formula_int(f, 0);
  for (int i = 0; i < 3; i++)
    if (of[i])
      sum = lcm_expr_add(
          f->ctx, sum,
          lcm_expr_mul(f->ctx, lcm_formula_evened(f, NULL, of[i]), by[i]));
  return set->known ? sum : NULL;
}

/* Add "bytes", touched again where "set" was touched since, to "levels" of
 * "m"; "alone": no two members share a cache. */
static void charge(struct lcm_formula *f, const struct moved *m,
                   const lcm_expr *levels[LCM_MAX_LEVELS + 1],
                   const struct lcm_set *set, const lcm_expr *bytes,
                   bool alone) {
  const lcm_expr *left = bytes;
  for (size_t i = 0; i < m->memory && i < f->machine->n_levels; i++) {
    const struct lcm_level *level = &f->machine->levels[i];
    const lcm_expr *sharers =
        alone ? lcm_formula_int(f, 1)
              : lcm_sharers_expr(f->ctx, f->machine, level, m->movers);
    const lcm_expr *in = set_in(f, set, sharers, m->movers);
    if (!isfinite(level->size) || !in)
      continue;
    const lcm_expr *fits =
        lcm_expr_binary(f->ctx, LCM_X_LE, in, number(f, level->size));
    const lcm_expr *here =
        lcm_expr_if(f->ctx, fits, left, lcm_formula_int(f, 0));
    left = lcm_expr_if(f->ctx, fits, lcm_formula_int(f, 0), left);
    if (here && !lcm_expr_is_int(here, 0))
      lcm_closed_cat(f, &levels[i], here);
  }
  if (left && !lcm_expr_is_int(left, 0))
    lcm_closed_cat(f, &levels[m->memory], left);
}

/* Return what one execution of the fragment "node", which moves "all", moves by
 * level. */
static struct moved moved_by(struct lcm_formula *f, const lcm_node *node,
                             const lcm_expr *all) {
  const struct lcm_moves *traffic = lcm_facts_moves(f->facts, f->machine, node);
  const struct lcm_level *memory = lcm_machine_memory(f->machine);
  struct moved m = {.movers = lcm_formula_movers(f),
                    .timed = lcm_machine_times_cycles(f->machine, node)};
  m.memory =
      memory ? (size_t)(memory - f->machine->levels) : f->machine->n_levels;
  const lcm_expr *whole = lcm_formula_evened(f, NULL, traffic->all);
  const lcm_expr *first = whole ? whole : all;
  for (size_t i = 0; i < traffic->n; i++) {
    const struct lcm_reuse *reuse = &traffic->again[i];
    const lcm_expr *bytes = lcm_formula_evened(f, NULL, reuse->bytes);
    if (!bytes)
      continue;
    bytes = lcm_formula_larger(f, bytes, lcm_formula_int(f, 0));
    first = lcm_expr_sub(f->ctx, first, bytes);
    charge(f, &m, m.bytes, &reuse->set, bytes, false);
    charge(f, &m, m.alone, &reuse->set, bytes, true);
  }
  lcm_closed_cat(f, &m.bytes[m.memory], first);
  lcm_closed_cat(f, &m.alone[m.memory], first);
  for (size_t i = 0; i < traffic->n_lines; i++) {
    const struct lcm_reuse *more = &traffic->lines[i];
    const lcm_expr *bytes = lcm_formula_value(f, more->bytes);
    if (!bytes)
      continue;
    bytes = lcm_formula_larger(f, bytes, lcm_formula_int(f, 0));
    charge(f, &m, m.bytes, &more->set, bytes, false);
    charge(f, &m, m.alone, &more->set, bytes, true);
  }
  return m;
}

/* Return the seconds that a byte of level "i" takes one core. */
static const lcm_expr *rate_of(struct lcm_formula *f, const struct moved *m,
                               size_t i) {
  const lcm_expr *one = lcm_formula_int(f, 1);
  if (i == 0 && i != m->memory && m->timed)
    return lcm_formula_int(f, 0);
  return i == m->memory ? lcm_formula_machine(f, "byte", one, one)
                        : number(f, lcm_level_rate(&f->machine->levels[i]));
}

/* Return the price of the fragment "node", which computes for "compute" and
 * moves "all", as lcm_run_roofline. */
static struct lcm_formula_price roofline(struct lcm_formula *f,
                                         const lcm_node *node,
                                         const lcm_expr *compute,
                                         const lcm_expr *all) {
  const struct moved m = moved_by(f, node, all);
  const lcm_expr *zero = lcm_formula_int(f, 0);
  struct lcm_formula_price price = {NULL};
  const lcm_expr *alone = compute;
  const lcm_expr *together = compute;
  for (size_t i = 0; i <= f->machine->n_levels; i++) {
    const struct lcm_level *level =
        i < f->machine->n_levels ? &f->machine->levels[i] : NULL;
    const lcm_expr *rate = m.bytes[i] || m.alone[i] ? rate_of(f, &m, i) : zero;
    if (m.alone[i])
      alone =
          lcm_formula_larger(f, alone, lcm_expr_mul(f->ctx, m.alone[i], rate));
    if (!m.bytes[i])
      continue;
    const lcm_expr *slow = level ? lcm_formula_slowdown(f, level, m.movers)
                                 : lcm_formula_int(f, 1);
    together = lcm_formula_larger(
        f, together,
        lcm_expr_mul(f->ctx, m.bytes[i], lcm_expr_mul(f->ctx, rate, slow)));
    if (level)
      price.busy[i] = lcm_formula_busy_time(f, level, m.bytes[i]);
  }
  price.cost = lcm_expr_mul(f->ctx, alone, lcm_formula_second(f));
  if (together != alone)
    price.excess = lcm_expr_mul(f->ctx, lcm_expr_sub(f->ctx, together, alone),
                                lcm_formula_second(f));
  return price;
}

/* Return the seconds in which one processor computes what "node" does, "flops"
 * operations, as the engine has it. */
static const lcm_expr *compute_time(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *flops) {
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *each = lcm_formula_machine(f, "flop", one, one);
  const bool timed = lcm_machine_times_cycles(f->machine, node);
  const lcm_expr *cycles =
      timed ? lcm_formula_evened(f, NULL, node->cycles) : NULL;
  const lcm_expr *rest = timed ? lcm_formula_evened(f, NULL, node->rest) : NULL;
  if (!cycles || !rest)
    return lcm_expr_mul(f->ctx, flops, each);
  return lcm_expr_add(
      f->ctx,
      lcm_expr_mul(f->ctx, cycles, number(f, lcm_machine_cycle(f->machine))),
      lcm_expr_mul(f->ctx, rest, each));
}

/* Return as compute_time, or how long the accesses of "node" take that nobody
 * foresees, whichever is more, and its first accesses to pages. */
static const lcm_expr *busy_time(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *flops) {
  const lcm_expr *out = compute_time(f, node, flops);
  const struct lcm_slow_time slow = lcm_facts_slow(f->facts, f->machine, node);
  const lcm_expr *wait = slow.wait ? lcm_formula_value(f, slow.wait) : NULL;
  const lcm_expr *faults =
      slow.faults ? lcm_formula_value(f, slow.faults) : NULL;
  out = wait ? lcm_formula_larger(f, out, wait) : out;
  return faults ? lcm_expr_add(
                      f->ctx, out,
                      lcm_formula_larger(f, faults, lcm_formula_int(f, 0)))
                : out;
}

/* Return "price" of "node" with what it waits for lines that other members
 * write, as the engine has it. */
static struct lcm_formula_price with_lines(struct lcm_formula *f,
                                           const lcm_node *node,
                                           struct lcm_formula_price price) {
  const lcm_expr *shared =
      f->unlimited ? NULL
                   : lcm_formula_value(
                         f, lcm_facts_slow(f->facts, f->machine, node).shared);
  if (!shared)
    return price;
  const lcm_expr *more = lcm_expr_sub(
      f->ctx, lcm_expr_mul(f->ctx, shared, lcm_formula_second(f)), price.cost);
  const lcm_expr *least =
      price.excess
          ? price.excess
          : lcm_expr_mul(f->ctx, lcm_formula_int(f, 0), lcm_formula_second(f));
  price.excess = lcm_formula_larger(f, least, more);
  return price;
}

struct lcm_formula_price lcm_formula_static(struct lcm_formula *f,
                                            const lcm_node *node) {
  lcm_ctx *ctx = f->ctx;
  bool even = false;
  const lcm_expr *flops = lcm_formula_evened(f, &even, node->flops);
  const lcm_expr *bytes =
      lcm_formula_evened(f, &even, lcm_facts_bytes(f->facts, node));
  struct lcm_formula_price price = {
      .cost = lcm_expr_mul(ctx, lcm_formula_int(f, 0), lcm_formula_second(f))};
  if (lcm_facts_are_elsewhere(f->facts, node))
    return price;
  if (!flops || even || node->marks.calls)
    lcm_formula_unknown(f, node);
  if (!flops)
    return price;
  const lcm_expr *compute = busy_time(f, node, flops);
  price.cost = lcm_expr_mul(ctx, compute, lcm_formula_second(f));
  if (!bytes)
    return with_lines(f, node, price);
  lcm_formula_expect(f, bytes);
  return with_lines(f, node, roofline(f, node, compute, bytes));
}
