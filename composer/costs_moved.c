#include "composer/costs_internal.h"

/* Return the arena of the walk. */
static lcm_arena *arena_of(const struct lcm_cost_walk *walk) {
  return lcm_ctx_arena(walk->ctx);
}

void lcm_cost_open_part(struct lcm_cost_walk *walk) {
  const struct lcm_cost_part part = {walk->touches.n, walk->events.n,
                                     walk->nest->n, NULL};
  LCM_LIST_ADD(arena_of(walk), &walk->parts, part);
}

/* Return "once" where that fits into the cache, else "parts". */
static const lcm_expr *fits_or(const struct lcm_cost_walk *walk,
                               const lcm_expr *once, const lcm_expr *parts) {
  const lcm_expr *fits =
      lcm_expr_binary(walk->ctx, LCM_X_LE, once, walk->level);
  if (lcm_expr_kind_of(parts) == LCM_X_IF && lcm_expr_arg(parts, 0) == fits)
    parts = lcm_expr_arg(parts, 2);
  return lcm_expr_if(walk->ctx, fits, once, parts);
}

const lcm_expr *lcm_cost_close_part(struct lcm_cost_walk *walk) {
  lcm_ctx *ctx = walk->ctx;
  const struct lcm_cost_part part = walk->parts.at[--walk->parts.n];
  const lcm_expr *moved = NULL;
  struct lcm_cost_bound bound;
  if (!walk->level)
    return NULL;
  moved = lcm_cost_bytes(&bound, walk->store, walk->touches.at + part.touch,
                         walk->touches.n - part.touch, part.steps);
  moved = lcm_expr_add(
      ctx, moved,
      lcm_cost_sum_events(walk, LCM_COST_BYTES, part.event, part.steps));
  if (part.moved)
    moved = fits_or(walk, moved, part.moved);
  if (walk->parts.n) {
    struct lcm_cost_part *outer = &walk->parts.at[walk->parts.n - 1];
    const lcm_expr *all =
        lcm_cost_sum(walk->store, walk->nest, outer->steps, moved);
    outer->moved = outer->moved ? lcm_expr_add(ctx, outer->moved, all) : all;
  }
  return moved;
}
