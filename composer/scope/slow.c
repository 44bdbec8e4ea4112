/* Finds once for each fragment what its slow accesses take: those that nobody
 * foresees by the level of memory that holds all that they are over. */
#include "composer/scope/slow.h"

#include <math.h>

#include "composer/scope/lines.h"

enum { PAGE = 4096 };

/* Return the seconds of an access of "kind" to "level"; 0: not known. */
static double price_of(const struct lcm_level *level, lcm_slow_kind kind) {
  switch (kind) {
  case LCM_SLOW_CHAIN:
    return level->latency;
  case LCM_SLOW_GATHER:
    return level->gather;
  case LCM_SLOW_STRIDE:
    return level->gather;
  case LCM_SLOW_FIRST:
  case LCM_SLOW_READ:
  case LCM_SLOW_SHARED:
    break;
  }
  return 0;
}

/* Return the seconds of one access of "slow": those of the innermost level that
 * holds all of it, or else of the outermost. */
static const lcm_expr *level_price(lcm_ctx *ctx, const lcm_machine *machine,
                                   const struct lcm_slow *slow) {
  const lcm_expr *out = NULL;
  for (size_t i = machine->n_levels; i-- > 0;) {
    const struct lcm_level *level = &machine->levels[i];
    const double each = price_of(level, slow->kind);
    const lcm_expr *here = lcm_expr_real(ctx, each);
    if (each <= 0 || (out && (!slow->bytes || !isfinite(level->size))))
      continue;
    out = out ? lcm_expr_if(ctx,
                            lcm_expr_binary(ctx, LCM_X_LE, slow->bytes,
                                            lcm_expr_real(ctx, level->size)),
                            here, out)
              : here;
  }
  return out;
}

/* Return the seconds of one access of "slow" for the level that holds the lines
 * until they are touched again. */
static const lcm_expr *line_price(lcm_ctx *ctx, const lcm_machine *machine,
                                  const struct lcm_slow *slow) {
  struct lcm_slow lines = {.kind = slow->kind, .count = slow->count};
  if (slow->bytes)
    lines.bytes =
        lcm_expr_mul(ctx, slow->bytes, lcm_expr_real(ctx, machine->line));
  return level_price(ctx, machine, &lines);
}

/* Return the seconds of one access of "slow", of which each is on another page
 * than the one before: those for its line, and of finding the page where there
 * are too many of them. */
static const lcm_expr *page_price(lcm_ctx *ctx, const lcm_machine *machine,
                                  const struct lcm_slow *slow) {
  const lcm_expr *span = slow->bytes;
  const struct lcm_cost *walk = lcm_machine_cost(machine, "page_walk");
  const lcm_expr *both[] = {line_price(ctx, machine, slow),
                            walk ? walk->expr : NULL};
  if (!both[0] || !both[1])
    return both[0];
  const lcm_expr *most = lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
  return span
             ? lcm_expr_if(ctx,
                           lcm_expr_binary(
                               ctx, LCM_X_LE,
                               lcm_expr_mul(ctx, span, lcm_expr_int(ctx, PAGE)),
                               lcm_expr_real(ctx, machine->tlb)),
                           both[0], most)
             : most;
}

/* Return the seconds of one access of "slow", NULL for none. */
static const lcm_expr *price(lcm_ctx *ctx, const lcm_machine *machine,
                             const struct lcm_slow *slow) {
  const struct lcm_cost *fault = lcm_machine_cost(
      machine, slow->kind == LCM_SLOW_FIRST ? "page_fault" : "page_read");
  switch (slow->kind) {
  case LCM_SLOW_FIRST:
  case LCM_SLOW_READ:
    return fault ? fault->expr : NULL;
  case LCM_SLOW_STRIDE: {
    const lcm_expr *each = page_price(ctx, machine, slow);
    return each ? lcm_expr_if(ctx,
                              lcm_expr_binary(ctx, LCM_X_LE,
                                              lcm_expr_int(ctx, PAGE),
                                              slow->stride),
                              each, lcm_expr_int(ctx, 0))
                : NULL;
  }
  case LCM_SLOW_SHARED:
    return NULL;
  case LCM_SLOW_CHAIN:
  case LCM_SLOW_GATHER:
    break;
  }
  return level_price(ctx, machine, slow);
}

/* Return "each" of all accesses of "slow"; NULL for none. */
static const lcm_expr *all_of(lcm_ctx *ctx, const lcm_expr *each,
                              const struct lcm_slow *slow) {
  return each ? lcm_expr_mul(ctx, each, slow->count) : NULL;
}

struct lcm_slow_part lcm_slow_part(lcm_ctx *ctx, const lcm_machine *machine,
                                   const struct lcm_slow *slow) {
  const lcm_expr *all = all_of(ctx, price(ctx, machine, slow), slow);
  return (struct lcm_slow_part){
      all, slow->kind == LCM_SLOW_STRIDE
               ? all_of(ctx, line_price(ctx, machine, slow), slow)
               : all};
}

size_t lcm_slow_level(const lcm_machine *machine, const struct lcm_slow *slow,
                      double bytes) {
  const double held =
      bytes * (slow->kind == LCM_SLOW_STRIDE ? machine->line : 1);
  size_t found = machine->n_levels;
  for (size_t i = machine->n_levels; i-- > 0;)
    if (price_of(&machine->levels[i], slow->kind) > 0 &&
        (found == machine->n_levels || held <= machine->levels[i].size))
      found = i;
  return found;
}

/* Return "a" + "b", where NULL stands for 0. */
static const lcm_expr *plus(lcm_ctx *ctx, const lcm_expr *a,
                            const lcm_expr *b) {
  return a && b ? lcm_expr_add(ctx, a, b) : a ? a : b;
}

struct lcm_slow_time lcm_facts_slow(struct lcm_facts_table *table,
                                    const lcm_machine *machine,
                                    const lcm_node *node) {
  struct lcm_facts *facts = node->n_slow ? lcm_facts_of(table, node) : NULL;
  if (!facts || facts->slow_known)
    return facts ? facts->slow : (struct lcm_slow_time){NULL};
  for (size_t i = 0; i < node->n_slow; i++) {
    const struct lcm_slow *slow = &node->slow[i];
    const bool first =
        slow->kind == LCM_SLOW_FIRST || slow->kind == LCM_SLOW_READ;
    const lcm_expr *all =
        all_of(table->ctx, price(table->ctx, machine, slow), slow);
    const lcm_expr **sum = first ? &facts->slow.faults : &facts->slow.wait;
    *sum = plus(table->ctx, *sum, all);
  }
  facts->slow.shared = lcm_shared_time(table, machine, node);
  facts->slow_known = true;
  return facts->slow;
}

/* Return the smaller of "a" and "b". */
static const lcm_expr *smaller(lcm_ctx *ctx, const lcm_expr *a,
                               const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(ctx, LCM_X_MIN, both, 2) : NULL;
}

bool lcm_stride_bytes(struct lcm_reuse *out, lcm_ctx *ctx,
                      const lcm_machine *machine, const struct lcm_slow *slow) {
  const lcm_expr *line = lcm_expr_real(ctx, machine->line);
  const lcm_expr *moved = smaller(ctx, slow->stride, line);
  const lcm_expr *used = smaller(ctx, slow->used, moved);
  if (slow->kind != LCM_SLOW_STRIDE || !used)
    return false;
  const lcm_expr *more =
      lcm_expr_mul(ctx, slow->count, lcm_expr_sub(ctx, moved, used));
  if (more && lcm_machine_has_gather(machine))
    more = lcm_expr_if(
        ctx,
        lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, PAGE), slow->stride),
        lcm_expr_int(ctx, 0), more);
  const lcm_expr *set =
      slow->bytes ? lcm_expr_mul(ctx, slow->bytes, moved) : NULL;
  *out = (struct lcm_reuse){more, {.divided = set, .known = set}};
  return more && !lcm_expr_is_int(more, 0);
}
