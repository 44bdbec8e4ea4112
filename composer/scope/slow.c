/* Finds once for each fragment what its slow accesses take: those that nobody
 * foresees by the level of memory that holds all that they are over. */
#include "composer/scope/slow.h"

#include <math.h>

/* Return the seconds of an access of "kind" to "level"; 0: not known. */
static double price_of(const struct lcm_level *level, lcm_slow_kind kind) {
  switch (kind) {
  case LCM_SLOW_CHAIN:
    return level->latency;
  case LCM_SLOW_GATHER:
    return level->gather;
  case LCM_SLOW_FIRST:
    break;
  }
  return 0;
}

/* Return the seconds of one access of "slow": those of the innermost level that
 * holds all of it, or else of the outermost. */
static const lcm_expr *price(lcm_ctx *ctx, const lcm_machine *machine,
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
    return facts ? facts->slow : (struct lcm_slow_time){NULL, NULL};
  const struct lcm_cost *fault = lcm_machine_cost(machine, "page_fault");
  for (size_t i = 0; i < node->n_slow; i++) {
    const struct lcm_slow *slow = &node->slow[i];
    const bool first = slow->kind == LCM_SLOW_FIRST;
    const lcm_expr *each = !first  ? price(table->ctx, machine, slow)
                           : fault ? fault->expr
                                   : NULL;
    const lcm_expr **sum = first ? &facts->slow.faults : &facts->slow.wait;
    if (each)
      *sum =
          plus(table->ctx, *sum, lcm_expr_mul(table->ctx, each, slow->count));
  }
  facts->slow_known = true;
  return facts->slow;
}
