/* Finds once for each fragment what accesses take that nobody foresees, by the
 * level of memory that holds all that they are over. */
#include "composer/scope/slow.h"

#include <math.h>

/* Return the seconds of an access of "kind" to "level"; 0: not known. */
static double price_of(const struct lcm_level *level, lcm_slow_kind kind) {
  switch (kind) {
  case LCM_SLOW_CHAIN:
    return level->latency;
  case LCM_SLOW_GATHER:
    break;
  }
  return level->gather;
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

const lcm_expr *lcm_facts_slow(struct lcm_facts_table *table,
                               const lcm_machine *machine,
                               const lcm_node *node) {
  struct lcm_facts *facts = node->n_slow ? lcm_facts_of(table, node) : NULL;
  if (!facts || facts->slow_known)
    return facts ? facts->slow : NULL;
  for (size_t i = 0; i < node->n_slow; i++) {
    const lcm_expr *each = price(table->ctx, machine, &node->slow[i]);
    const lcm_expr *all = lcm_expr_mul(table->ctx, each, node->slow[i].count);
    if (all)
      facts->slow =
          facts->slow ? lcm_expr_add(table->ctx, facts->slow, all) : all;
  }
  facts->slow_known = true;
  return facts->slow;
}
