/* Enters loops: the index of each range becomes one that a sum can run over. */
#include <math.h>

#include "composer/count/range.h"
#include "composer/count/rows.h"
#include "composer/count/store.h"

/* Return whether a loop around has the index "name". */
static bool is_index(const struct lcm_cost_walk *walk, const char *name) {
  for (size_t i = 0; i < walk->nest->n; i++)
    if (walk->nest->at[i].nesting.index == name)
      return true;
  return false;
}

const char *lcm_cost_fresh(const struct lcm_cost_walk *walk, const char *name) {
  for (unsigned i = 1;; i++) {
    const char *fresh =
        lcm_intern(walk->ctx, lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                               "%s.%u", name, i));
    if (!is_index(walk, fresh))
      return fresh;
  }
}

void lcm_cost_enter(struct lcm_cost_walk *walk, struct lcm_cost_step step) {
  walk->nest = lcm_cost_nest_add(walk->store, walk->nest, &step);
}

void lcm_cost_enter_weight(struct lcm_cost_walk *walk, const lcm_expr *weight) {
  lcm_cost_enter(walk, (struct lcm_cost_step){.weight = weight, .guess = true});
}

/* Return how often the factor of "range" fits into it: the last power k with
 * from * factor^k <= to. */
static const lcm_expr *last_power(struct lcm_cost_walk *walk,
                                  const lcm_iteration *range,
                                  const lcm_expr *from, const lcm_expr *to) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *factor = lcm_cost_resolve(walk, range->factor);
  const lcm_expr *quotient =
      lcm_expr_is_int(from, 1) ? to : lcm_expr_binary(ctx, LCM_X_DIV, to, from);
  const lcm_expr *log = NULL;
  double number = 0;
  if (lcm_expr_is_number(quotient, &number) && number <= 0)
    return lcm_expr_int(ctx, 0);
  if (lcm_expr_is_int(factor, 2))
    log = lcm_expr_apply(ctx, LCM_X_LOG2, quotient);
  else
    log = lcm_expr_div(
        ctx,
        lcm_expr_apply(ctx, LCM_X_LOG2,
                       lcm_expr_add(ctx, quotient, lcm_expr_ratio(ctx, 1, 2))),
        lcm_expr_apply(ctx, LCM_X_LOG2, factor));
  return lcm_expr_apply(ctx, LCM_X_FLOOR, log);
}

/* Enter a loop whose index is multiplied, or divided where it goes "down". */
static void enter_power(struct lcm_cost_walk *walk, bool down,
                        const lcm_iteration *range) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *from = lcm_cost_resolve(walk, range->from);
  const lcm_expr *to = lcm_cost_resolve(walk, range->to);
  const char *name = lcm_cost_fresh(walk, range->index);
  const lcm_expr *power =
      lcm_expr_pow(ctx, lcm_cost_resolve(walk, range->factor),
                   lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  lcm_cost_enter(
      walk, (struct lcm_cost_step){.nesting = {.condition = lcm_expr_binary(
                                                   ctx, LCM_X_LE, from, to)}});
  lcm_cost_enter(walk,
                 (struct lcm_cost_step){
                     .nesting = {name, lcm_expr_int(ctx, 0),
                                 last_power(walk, range, from, to), NULL}});
  lcm_cost_set(walk, range->index,
               down ? lcm_expr_binary(ctx, LCM_X_DIV, to, power)
                    : lcm_expr_mul(ctx, from, power));
}

/* Enter a loop that goes in steps: a count of its own takes the place of its
 * index. */
static void enter_stride(struct lcm_cost_walk *walk, bool down,
                         const lcm_iteration *range) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *from = lcm_cost_resolve(walk, range->from);
  const lcm_expr *to = lcm_cost_resolve(walk, range->to);
  const lcm_expr *step = lcm_cost_resolve(walk, range->step);
  const lcm_expr *span = lcm_expr_sub(ctx, to, from);
  const char *name = lcm_cost_fresh(walk, range->index);
  const lcm_expr *past =
      lcm_expr_mul(ctx, step, lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  double number = 0;
  if (!lcm_expr_is_number(step, &number) || number != floor(number)) {
    span = lcm_expr_binary(ctx, LCM_X_DIV, span, step);
    lcm_cost_enter(walk,
                   (struct lcm_cost_step){
                       .nesting = {name, lcm_expr_int(ctx, 0), span, NULL}});
  } else {
    lcm_cost_enter(walk,
                   (struct lcm_cost_step){
                       .nesting = {name, lcm_expr_int(ctx, 0), span, NULL}});
    lcm_cost_enter(walk, (struct lcm_cost_step){
                             .nesting = {.condition = lcm_expr_binary(
                                             ctx, LCM_X_LE, past, span)}});
  }
  lcm_cost_set(walk, range->index,
               down ? lcm_expr_sub(ctx, to, past)
                    : lcm_expr_add(ctx, from, past));
}

void lcm_cost_enter_range(struct lcm_cost_walk *walk, bool down,
                          const lcm_iteration *range) {
  if (range->factor)
    enter_power(walk, down, range);
  else if (range->step)
    enter_stride(walk, down, range);
  else {
    const char *name = walk->inside || is_index(walk, range->index)
                           ? lcm_cost_fresh(walk, range->index)
                           : range->index;
    lcm_cost_enter(walk,
                   (struct lcm_cost_step){
                       .nesting = {name, lcm_cost_resolve(walk, range->from),
                                   lcm_cost_resolve(walk, range->to), NULL}});
    lcm_cost_set(walk, range->index,
                 lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE));
  }
}
