/* Bytes that parts of a function move into a cache. */
#include "composer/count/moved.h"
#include "composer/count/bytes.h"
#include "composer/count/rows.h"
#include "composer/count/store.h"
#include "composer/count/sum.h"

void lcm_cost_open_part(struct lcm_cost_walk *walk) {
  const struct lcm_cost_part part = {walk->touches.n, walk->events.n,
                                     walk->nest->n, NULL};
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->parts, part);
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

/* Return the bytes that one execution of "part" moves: what it touches once
 * where that fits, else what its parts move. */
static const lcm_expr *moved_by(struct lcm_cost_walk *walk,
                                const struct lcm_cost_part *part) {
  struct lcm_cost_bound bound;
  const lcm_expr *once = lcm_expr_add(
      walk->ctx,
      lcm_cost_bytes(&bound, walk->store, walk->touches.at + part->touch,
                     walk->touches.n - part->touch, part->steps, walk->line),
      lcm_cost_sum_events(walk, LCM_COST_BYTES, part->event, part->steps));
  return part->moved ? fits_or(walk, once, part->moved) : once;
}

/* Add "bytes" to what the parts of the part that is open now move. */
static void add_moved(struct lcm_cost_walk *walk, const lcm_expr *bytes) {
  struct lcm_cost_part *part = &walk->parts.at[walk->parts.n - 1];
  part->moved =
      part->moved ? lcm_expr_add(walk->ctx, part->moved, bytes) : bytes;
}

const lcm_expr *lcm_cost_close_part(struct lcm_cost_walk *walk) {
  const struct lcm_cost_part part = walk->parts.at[--walk->parts.n];
  if (!walk->level)
    return NULL;
  const lcm_expr *moved = moved_by(walk, &part);
  if (walk->parts.n)
    add_moved(walk,
              lcm_cost_sum(walk->store, walk->nest,
                           walk->parts.at[walk->parts.n - 1].steps, moved));
  return moved;
}

/* Return "e" (may be NULL) one iteration before, "index" being that of the
 * loop. */
static const lcm_expr *before(lcm_ctx *ctx, const char *index,
                              const lcm_expr *e) {
  const struct lcm_subst subst = {
      index, lcm_expr_sub(ctx, lcm_expr_symbol(ctx, index, LCM_DIM_NONE),
                          lcm_expr_int(ctx, 1))};
  return e ? lcm_expr_subst(ctx, e, &subst, 1) : NULL;
}

/* Return the access that "touch" is one iteration before. */
static lcm_cost_touch *touch_before(struct lcm_cost_walk *walk,
                                    const char *index,
                                    const lcm_cost_touch *touch) {
  lcm_ctx *ctx = walk->ctx;
  lcm_cost_touch out = *touch;
  const lcm_expr **subscripts = LCM_NEW_ARRAY(
      lcm_ctx_arena(walk->ctx), const lcm_expr *, touch->n_subscripts + 1);
  out.nest = walk->nest;
  for (size_t i = walk->nest->n; i < touch->nest->n; i++) {
    struct lcm_cost_step step = touch->nest->at[i];
    step.weight = before(ctx, index, step.weight);
    step.nesting.from = before(ctx, index, step.nesting.from);
    step.nesting.to = before(ctx, index, step.nesting.to);
    step.nesting.condition = before(ctx, index, step.nesting.condition);
    out.nest = lcm_cost_nest_add(walk->store, out.nest, &step);
  }
  for (size_t d = 0; d < touch->n_subscripts; d++)
    subscripts[d] = before(ctx, index, touch->subscripts[d]);
  out.subscripts = subscripts;
  return lcm_cost_touch_of(walk->store, &out);
}

/* Return the bytes of known elements that one iteration touches beside those of
 * the one before, and all others that it touches; put what both together touch
 * into "*both". */
static const lcm_expr *news(const lcm_expr **both, struct lcm_cost_walk *walk,
                            const struct lcm_cost_part *part,
                            const char *index) {
  struct lcm_cost_bound bound;
  LCM_LIST(lcm_cost_touch *) all = {0};
  LCM_LIST(lcm_cost_touch *) earlier = {0};
  const size_t n = walk->touches.n;
  for (size_t i = part->touch; i < n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &all, walk->touches.at[i]);
  for (size_t i = part->touch; i < n; i++) {
    if (!walk->touches.at[i]->exact)
      continue;
    lcm_cost_touch *one = touch_before(walk, index, walk->touches.at[i]);
    LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &all, one);
    LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &earlier, one);
  }
  const lcm_expr *then = lcm_cost_bytes(&bound, walk->store, earlier.at,
                                        earlier.n, part->steps, walk->line);
  const bool lined = !bound.no_lines;
  const lcm_expr *now = lcm_cost_bytes(&bound, walk->store, all.at, all.n,
                                       part->steps, walk->line);
  if (walk->line && (!lined || bound.no_lines)) {
    now = lcm_cost_bytes(&bound, walk->store, all.at, all.n, part->steps, 0);
    then = lcm_cost_bytes(&bound, walk->store, earlier.at, earlier.n,
                          part->steps, 0);
  }
  *both = lcm_expr_add(
      walk->ctx, now,
      lcm_cost_sum_events(walk, LCM_COST_BYTES, part->event, part->steps));
  return lcm_expr_sub(walk->ctx, *both, then);
}

/* Return the step of the loop whose iteration "part" is; NULL where it has
 * several indices or none. */
static const struct lcm_cost_step *loop_of(const struct lcm_cost_walk *walk,
                                           const struct lcm_cost_part *part) {
  const struct lcm_cost_part *loop = &walk->parts.at[walk->parts.n - 1];
  const struct lcm_cost_step *found = NULL;
  for (size_t i = loop->steps; i < part->steps; i++) {
    const struct lcm_cost_step *step = &walk->nest->at[i];
    if (step->weight || (found && step->nesting.index))
      return NULL;
    found = step->nesting.index ? step : found;
  }
  return found;
}

void lcm_cost_close_iteration(struct lcm_cost_walk *walk) {
  lcm_ctx *ctx = walk->ctx;
  const struct lcm_cost_part part = walk->parts.at[walk->parts.n - 1];
  const lcm_expr *both = NULL;
  walk->parts.n--;
  if (!walk->level)
    return;
  const struct lcm_cost_step *loop = loop_of(walk, &part);
  const size_t outer = walk->parts.at[walk->parts.n - 1].steps;
  const lcm_expr *moved = moved_by(walk, &part);
  if (!loop) {
    add_moved(walk, lcm_cost_sum(walk->store, walk->nest, outer, moved));
    return;
  }
  const char *index = loop->nesting.index;
  const lcm_expr *more = news(&both, walk, &part, index);
  const lcm_expr *each = lcm_expr_if(
      ctx, lcm_expr_binary(ctx, LCM_X_LE, both, walk->level), more, moved);
  const struct lcm_subst first = {index, loop->nesting.from};
  const lcm_expr *extra =
      lcm_expr_subst(ctx, lcm_expr_sub(ctx, moved, each), &first, 1);
  const lcm_expr *trips =
      lcm_cost_sum(walk->store, walk->nest, outer, lcm_expr_int(ctx, 1));
  const lcm_expr *any =
      lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, 1), trips);
  add_moved(walk, lcm_expr_add(
                      ctx, lcm_cost_sum(walk->store, walk->nest, outer, each),
                      lcm_expr_if(ctx, any, extra, lcm_expr_int(ctx, 0))));
}
