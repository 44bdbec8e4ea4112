/* Proves what sums and maxima need: signs, monotony, whole numbers. */
#include <math.h>

#include "composer/bound/terms/prove.h"
#include "composer/bound/types.h"

typedef struct lcm_bound_shape shape;

static const shape CONSTANT = {true, true, true, true};
static const shape UNKNOWN = {false, false, false, false};

/* ---- shapes ------------------------------------------------------------- */

/* Return the shape of minus what has shape "s". */
static shape flipped(shape s) {
  return (shape){s.falling, s.rising, s.concave, s.convex};
}

/* Return the shape of a sum of what have shapes "s" and "t". */
static shape both(shape s, shape t) {
  return (shape){s.rising && t.rising, s.falling && t.falling,
                 s.convex && t.convex, s.concave && t.concave};
}

/* Return whether "e" is never negative. */
static bool is_positive(const lcm_expr *e) {
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, e);
  return low >= 0;
}

/* Return the shape of "factor" times what has shape "s". */
static shape scaled(shape s, const lcm_expr *factor) {
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, factor);
  if (low >= 0)
    return s;
  if (high <= 0)
    return flipped(s);
  const bool affine = s.convex && s.concave;
  return (shape){s.rising && s.falling, s.rising && s.falling, affine, affine};
}

/* Return the shape of the product "e". */
static shape product_shape(struct lcm_bound_algebra *a, const lcm_expr *e,
                           const char *name) {
  const lcm_expr *factor = e;
  shape all = CONSTANT;
  size_t n = 0;
  bool positive = true;
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    const lcm_expr *part = lcm_expr_arg(e, i);
    if (!lcm_expr_has(part, name))
      continue;
    all = both(all, lcm_bound_shape_of(a, part, name));
    positive = positive && is_positive(part);
    factor = lcm_expr_div(a->ctx, factor, part);
    n++;
  }
  if (!factor || lcm_expr_has(factor, name) || (n > 1 && !positive))
    return UNKNOWN;
  if (n > 1)
    all = (shape){all.rising, all.falling,
                  all.convex && (all.rising || all.falling), false};
  return scaled(all, factor);
}

/* Return the shape of the power "e". */
static shape power_shape(struct lcm_bound_algebra *a, const lcm_expr *e,
                         const char *name) {
  const lcm_expr *base = lcm_expr_arg(e, 0);
  double k = 0;
  const shape s = lcm_bound_shape_of(a, base, name);
  if (!lcm_expr_is_number(lcm_expr_arg(e, 1), &k) || !is_positive(base))
    return UNKNOWN;
  if (k >= 1)
    return (shape){s.rising, s.falling, s.convex, false};
  if (k > 0)
    return (shape){s.rising, s.falling, false, s.concave};
  return (shape){s.falling, s.rising, s.concave, false};
}

/* Return the shape of the sum or maximum over a range "e". */
static shape over_shape(struct lcm_bound_algebra *a, const lcm_expr *e,
                        const char *name) {
  if (lcm_expr_has(lcm_expr_arg(e, 0), name) ||
      lcm_expr_has(lcm_expr_arg(e, 1), name))
    return UNKNOWN;
  shape s = lcm_bound_shape_of(a, lcm_expr_arg(e, 2), name);
  s.concave = s.concave && lcm_expr_kind_of(e) == LCM_X_SUM;
  return s;
}

/* Return the shape of what all arguments of "e" make together. */
static shape joined_shape(struct lcm_bound_algebra *a, const lcm_expr *e,
                          const char *name) {
  shape all = CONSTANT;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    all = both(all, lcm_bound_shape_of(a, lcm_expr_arg(e, i), name));
  return all;
}

/* Return whether "kind" is a logarithm. */
static bool is_log(lcm_expr_kind kind) {
  return kind == LCM_X_LOG || kind == LCM_X_LOG2 || kind == LCM_X_LOG10;
}

/* Return whether a function of "kind" never falls where an operand rises. */
static bool keeps_order(lcm_expr_kind kind) {
  return kind == LCM_X_MAX || kind == LCM_X_MIN || kind == LCM_X_FLOOR ||
         kind == LCM_X_CEIL || kind == LCM_X_EXP || is_log(kind);
}

shape lcm_bound_shape_of(struct lcm_bound_algebra *a, const lcm_expr *e,
                         const char *name) {
  if (!e)
    return UNKNOWN;
  if (!lcm_expr_has(e, name))
    return CONSTANT;
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_SYMBOL)
    return (shape){true, false, true, true};
  if (kind == LCM_X_SUM_OF)
    return joined_shape(a, e, name);
  if (kind == LCM_X_MUL_OF)
    return product_shape(a, e, name);
  if (kind == LCM_X_POW)
    return power_shape(a, e, name);
  if (kind == LCM_X_SUM || kind == LCM_X_MAX_OVER)
    return over_shape(a, e, name);
  if (kind == LCM_X_LT || kind == LCM_X_LE) {
    const shape s = lcm_bound_shape_of(
        a, lcm_expr_sub(a->ctx, lcm_expr_arg(e, 1), lcm_expr_arg(e, 0)), name);
    return (shape){s.rising, s.falling, false, false};
  }
  if (!keeps_order(kind))
    return UNKNOWN;
  const shape s = joined_shape(a, e, name);
  return (shape){s.rising, s.falling,
                 s.convex && (kind == LCM_X_MAX || kind == LCM_X_EXP),
                 s.concave && (kind == LCM_X_MIN || is_log(kind))};
}

/* ---- ranges ------------------------------------------------------------- */

/* Return whether "name" may be the index of "range": it is no param and in no
 * scope, and where it was an index its values had the same limits. */
static bool is_free(const struct lcm_bound_algebra *a, const char *name,
                    struct lcm_range range) {
  for (size_t i = 0; i < a->program->n_params; i++)
    if (a->program->params[i].name == name)
      return false;
  for (size_t i = 0; i < a->scope.n; i++)
    if (a->scope.at[i].index == name)
      return false;
  for (size_t i = 0; i < a->known.n; i++)
    if (a->known.at[i].index == name &&
        (a->known.at[i].from != range.from || a->known.at[i].to != range.to))
      return false;
  return true;
}

struct lcm_range lcm_bound_open_range(struct lcm_bound_algebra *a,
                                      struct lcm_range range) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const char *base = range.index;
  double low = 0;
  double high = 0;
  double unused = 0;
  for (unsigned k = 2; !is_free(a, range.index, range); k++)
    range.index = lcm_intern(a->ctx, lcm_arena_printf(arena, "%s_%u", base, k));
  lcm_expr_bounds(&low, &unused, range.from);
  lcm_expr_bounds(&unused, &high, range.to);
  lcm_expr_assume(a->ctx, lcm_expr_symbol(a->ctx, range.index, LCM_DIM_NONE),
                  low, high, lcm_bound_is_whole(a->ctx, range.from));
  LCM_LIST_ADD(arena, &a->known, range);
  LCM_LIST_ADD(arena, &a->scope, range);
  return range;
}

void lcm_bound_close_range(struct lcm_bound_algebra *a) { a->scope.n--; }

/* ---- proofs ------------------------------------------------------------- */

bool lcm_bound_is_whole(lcm_ctx *ctx, const lcm_expr *e) {
  return e && lcm_expr_apply(ctx, LCM_X_FLOOR, e) == e;
}

const lcm_expr *lcm_bound_put(struct lcm_bound_algebra *a, const lcm_expr *e,
                              const char *name, const lcm_expr *by) {
  const struct lcm_subst subst = {name, by};
  return lcm_expr_subst(a->ctx, e, &subst, 1);
}

/* Return the least value that "e" has in the scope, without the indices of
 * that, as far as it is known to be at an end of their ranges. */
static const lcm_expr *least(struct lcm_bound_algebra *a, const lcm_expr *e) {
  e = lcm_expr_expand(a->ctx, e);
  for (size_t i = a->scope.n; i-- > 0 && e;) {
    const struct lcm_range *range = &a->scope.at[i];
    const shape s = lcm_bound_shape_of(a, e, range->index);
    if (s.rising || s.falling)
      e = lcm_expr_expand(a->ctx,
                          lcm_bound_put(a, e, range->index,
                                        s.rising ? range->from : range->to));
  }
  return e;
}

/* Return whether "e" cannot be negative, given the conditions. */
static bool follows(struct lcm_bound_algebra *a, const lcm_expr *e) {
  if (is_positive(e))
    return true;
  for (size_t i = 0; i < a->conditions.n; i++) {
    const lcm_expr *gap =
        lcm_expr_expand(a->ctx, lcm_expr_sub(a->ctx, e, a->conditions.at[i]));
    if (gap && is_positive(gap))
      return true;
  }
  return false;
}

bool lcm_bound_proves(struct lcm_bound_algebra *a, const lcm_expr *e) {
  if (!e)
    return false;
  if (is_positive(e))
    return true;
  const lcm_expr *at_least = least(a, e);
  return at_least && follows(a, at_least);
}

/* Return whether "e" has none of the indices that were ever in scope. */
static bool is_of_params(const struct lcm_bound_algebra *a, const lcm_expr *e) {
  for (size_t i = 0; i < a->known.n; i++)
    if (lcm_expr_has(e, a->known.at[i].index))
      return false;
  return true;
}

void lcm_bound_assume(struct lcm_bound_algebra *a, const lcm_expr *e) {
  const char *const *names = NULL;
  const lcm_expr *parts[2];
  double factor = 0;
  double rest = 0;
  double low = 0;
  double high = 0;
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &a->conditions, e);
  if (lcm_expr_names(&names, a->ctx, e) != 1 ||
      !lcm_bound_affine(a, e, names[0], parts) ||
      !lcm_expr_is_number(parts[0], &factor) ||
      !lcm_expr_is_number(parts[1], &rest) || factor == 0)
    return;
  const lcm_expr *symbol = lcm_expr_symbol(a->ctx, names[0], LCM_DIM_NONE);
  const bool whole = lcm_bound_is_whole(a->ctx, symbol);
  const double limit = -rest / factor;
  lcm_expr_bounds(&low, &high, symbol);
  if (factor > 0)
    low = fmax(low, whole ? ceil(limit) : limit);
  else
    high = fmin(high, whole ? floor(limit) : limit);
  lcm_expr_assume(a->ctx, symbol, low, high, whole);
}

bool lcm_bound_takes(struct lcm_bound_algebra *a, const lcm_expr *e) {
  if (!e || lcm_bound_proves(a, e))
    return e != NULL;
  const lcm_expr *at_least = least(a, e);
  double value = 0;
  if (!(a->reductions & LCM_REDUCE_FULL) || !at_least ||
      !is_of_params(a, at_least) || lcm_expr_is_number(at_least, &value))
    return false;
  lcm_bound_assume(a, at_least);
  return true;
}

bool lcm_bound_affine(struct lcm_bound_algebra *a, const lcm_expr *e,
                      const char *name, const lcm_expr *parts[2]) {
  const lcm_expr *symbol = lcm_expr_symbol(a->ctx, name, LCM_DIM_NONE);
  e = lcm_expr_expand(a->ctx, e);
  if (!e)
    return false;
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  parts[0] = parts[1] = lcm_expr_int(a->ctx, 0);
  for (size_t i = 0; i < (sum ? lcm_expr_arity(e) : 1); i++) {
    const lcm_expr *part = sum ? lcm_expr_arg(e, i) : e;
    const bool has = lcm_expr_has(part, name);
    const lcm_expr *factor = has ? lcm_expr_div(a->ctx, part, symbol) : part;
    if (!factor || (has && lcm_expr_has(factor, name)))
      return false;
    parts[!has] = lcm_expr_add(a->ctx, parts[!has], factor);
  }
  return parts[0] && parts[1];
}
