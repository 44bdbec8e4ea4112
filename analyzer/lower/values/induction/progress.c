/* Values of indices by rounds, and where a condition ends them. */
#include "analyzer/lower/values/induction/progress.h"

const lcm_expr *lcm_progress_powers(lcm_ctx *ctx, const lcm_expr *ratio,
                                    const lcm_expr *factor) {
  const lcm_expr *power =
      lcm_expr_div(ctx, lcm_expr_apply(ctx, LCM_X_LOG2, ratio),
                   lcm_expr_apply(ctx, LCM_X_LOG2, factor));
  return lcm_expr_apply(
      ctx, LCM_X_FLOOR,
      lcm_expr_add(ctx, power, lcm_expr_decimal(ctx, "1e-9")));
}

const lcm_expr *lcm_progress_index(lcm_ctx *ctx, const lcm_iteration *range,
                                   const lcm_expr *k, bool down) {
  const lcm_expr *by = range->factor ? lcm_expr_pow(ctx, range->factor, k)
                       : range->step ? lcm_expr_mul(ctx, k, range->step)
                                     : k;
  if (range->factor)
    return down ? lcm_expr_binary(ctx, LCM_X_DIV, range->to, by)
                : lcm_expr_mul(ctx, range->from, by);
  return down ? lcm_expr_sub(ctx, range->to, by)
              : lcm_expr_add(ctx, range->from, by);
}

/* Put the value of "index" where the linear expression "e" is 0, which changes
 * by 1 with it, into "*root" and that change into "*slope"; false where it does
 * not. */
static bool root_of(const lcm_expr **root, int *slope, lcm_ctx *ctx,
                    const lcm_expr *e, const char *index) {
  const lcm_expr *i = lcm_expr_symbol(ctx, index, LCM_DIM_NONE);
  const lcm_expr *rest = lcm_expr_sub(ctx, e, i);
  *slope = rest && !lcm_expr_has(rest, index) ? 1 : -1;
  if (*slope < 0)
    rest = lcm_expr_add(ctx, e, i);
  if (!rest || lcm_expr_has(rest, index))
    return false;
  *root = *slope > 0 ? lcm_expr_neg(ctx, rest) : rest;
  return true;
}

/* Return the smaller ("kind" LCM_X_MIN) or larger of "a" and "b". */
static const lcm_expr *extreme(lcm_ctx *ctx, lcm_expr_kind kind,
                               const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *args[] = {a, b};
  return lcm_expr_nary(ctx, kind, args, 2);
}

/* Trim the values of an index that goes up by 1 to the first for which the
 * comparison "cond" holds; false where it is no plain one. */
static bool trim_plain(lcm_iteration *range, lcm_ctx *ctx, const lcm_expr *cond,
                       bool down) {
  const lcm_expr_kind kind = lcm_expr_kind_of(cond);
  const lcm_expr *root = NULL;
  int slope = 0;
  if (range->step || range->factor ||
      (kind != LCM_X_EQ && kind != LCM_X_LT && kind != LCM_X_LE) ||
      !root_of(&root, &slope, ctx,
               lcm_expr_sub(ctx, lcm_expr_arg(cond, 0), lcm_expr_arg(cond, 1)),
               range->index))
    return false;
  const lcm_expr **end = down ? &range->from : &range->to;
  const lcm_expr *begin = down ? range->to : range->from;
  const lcm_expr_kind inner = down ? LCM_X_MIN : LCM_X_MAX;
  const lcm_expr_kind outer = down ? LCM_X_MAX : LCM_X_MIN;
  if (kind == LCM_X_EQ) {
    const lcm_expr *within = lcm_expr_binary(
        ctx, LCM_X_AND, lcm_expr_binary(ctx, LCM_X_LE, range->from, root),
        lcm_expr_binary(ctx, LCM_X_LE, root, range->to));
    *end = lcm_expr_if(ctx, within, root, *end);
    return true;
  }
  if ((slope > 0) != down)
    return false;
  if (kind == LCM_X_LT)
    root = lcm_expr_add(ctx, root, lcm_expr_int(ctx, down ? -1 : 1));
  *end = extreme(ctx, outer, *end, extreme(ctx, inner, begin, root));
  return true;
}

/* Return how many values "range" has, less one. */
static const lcm_expr *rounds_of(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  if (!range->factor)
    return range->step ? lcm_expr_binary(ctx, LCM_X_DIV, span, range->step)
                       : span;
  return lcm_progress_powers(ctx,
                             extreme(ctx, LCM_X_MAX,
                                     lcm_expr_div(ctx, range->to, range->from),
                                     lcm_expr_ratio(ctx, 1, 2)),
                             range->factor);
}

/* Trim "range" to the first value of its index for which "cond" holds. */
static void trim_any(lcm_iteration *range, lcm_ctx *ctx, const lcm_expr *cond,
                     bool down) {
  const char *name = LCM_INTERN_JOINED(ctx, "round.", range->index);
  const lcm_expr *k = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *rounds = rounds_of(ctx, range);
  const struct lcm_subst index = {range->index,
                                  lcm_progress_index(ctx, range, k, down)};
  const lcm_expr *left = lcm_expr_sub(ctx, lcm_expr_add(ctx, rounds, one), k);
  const lcm_expr *most = lcm_expr_over_open(
      ctx, LCM_X_MAX_OVER, (struct lcm_range){name, zero, rounds},
      lcm_expr_if(ctx, lcm_expr_subst(ctx, cond, &index, 1), left, zero));
  const lcm_expr *last = lcm_expr_sub(
      ctx, rounds, extreme(ctx, LCM_X_MAX, lcm_expr_sub(ctx, most, one), zero));
  const lcm_expr *end = lcm_progress_index(ctx, range, last, down);
  *(down ? &range->from : &range->to) = end;
}

void lcm_progress_trim(lcm_iteration *range, lcm_ctx *ctx, const lcm_expr *cond,
                       bool down) {
  if (!lcm_expr_has(cond, range->index)) {
    const lcm_expr **end = down ? &range->from : &range->to;
    *end = lcm_expr_if(
        ctx, cond,
        extreme(ctx, down ? LCM_X_MAX : LCM_X_MIN, range->from, range->to),
        *end);
  } else if (!trim_plain(range, ctx, cond, down))
    trim_any(range, ctx, cond, down);
}
