/* Sums of terms with floor, ceiling or remainder of the index. */

#include "composer/bound/terms/floor.h"
#include "composer/bound/terms/prove.h"

/* A rounded quotient in a sum: floor((index + offset) / divisor) stands for all
 * of them. */
struct quotient {
  const lcm_expr *divisor;
  const lcm_expr *offset;
  const lcm_expr *symbol; /* takes its place while the sum is taken apart */
};

/* Return "e" plus the whole number "k". */
static const lcm_expr *plus(struct lcm_bound_algebra *a, const lcm_expr *e,
                            long long k) {
  return lcm_expr_add(a->ctx, e, lcm_expr_int(a->ctx, k));
}

/* Let "q" be what the floor, ceiling, quotient or remainder "e" rounds; false
 * where it is not of that form, or another than before. */
static bool note_quotient(struct lcm_bound_algebra *a, struct quotient *q,
                          const lcm_expr *e, const char *index) {
  const lcm_expr *parts[2];
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const lcm_expr *inside = lcm_expr_arg(e, 0);
  if (kind == LCM_X_MOD || kind == LCM_X_DIV)
    inside = lcm_expr_div(a->ctx, inside, lcm_expr_arg(e, 1));
  if (!inside || !lcm_bound_affine(a, inside, index, parts) ||
      lcm_expr_is_int(parts[0], 0))
    return false;
  const lcm_expr *divisor =
      lcm_expr_div(a->ctx, lcm_expr_int(a->ctx, 1), parts[0]);
  const lcm_expr *offset = lcm_expr_mul(a->ctx, parts[1], divisor);
  if (kind == LCM_X_CEIL)
    offset = plus(a, lcm_expr_add(a->ctx, offset, divisor), -1);
  offset = lcm_expr_expand(a->ctx, offset);
  if (!offset || !lcm_bound_is_whole(a->ctx, divisor) ||
      !lcm_bound_is_whole(a->ctx, offset) ||
      !lcm_bound_takes(a, plus(a, divisor, -1)))
    return false;
  const bool same =
      !q->divisor || (q->divisor == divisor && q->offset == offset);
  q->divisor = divisor;
  q->offset = offset;
  return same;
}

/* Return "e" with its rounded quotients as the symbol of "q"; NULL where the
 * index stands in others. */
static const lcm_expr *abstracted(struct lcm_bound_algebra *a,
                                  struct quotient *q, const lcm_expr *e,
                                  const char *index) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (!lcm_expr_has(e, index) || kind == LCM_X_SYMBOL)
    return e;
  if (kind == LCM_X_SUM_OF) {
    const lcm_expr *sum = lcm_expr_int(a->ctx, 0);
    for (size_t i = 0; i < lcm_expr_arity(e) && sum; i++) {
      const lcm_expr *part = abstracted(a, q, lcm_expr_arg(e, i), index);
      sum = part ? lcm_expr_add(a->ctx, sum, part) : NULL;
    }
    return sum;
  }
  if (kind == LCM_X_MUL_OF) {
    const lcm_expr *product = e;
    for (size_t i = 0; i < lcm_expr_arity(e) && product; i++) {
      const lcm_expr *part = lcm_expr_arg(e, i);
      const lcm_expr *by = abstracted(a, q, part, index);
      product =
          by ? lcm_expr_mul(a->ctx, lcm_expr_div(a->ctx, product, part), by)
             : NULL;
    }
    return product;
  }
  if (kind == LCM_X_POW) {
    const lcm_expr *base = abstracted(a, q, lcm_expr_arg(e, 0), index);
    return base ? lcm_expr_pow(a->ctx, base, lcm_expr_arg(e, 1)) : NULL;
  }
  if ((kind != LCM_X_FLOOR && kind != LCM_X_CEIL && kind != LCM_X_DIV &&
       kind != LCM_X_MOD) ||
      !note_quotient(a, q, e, index))
    return NULL;
  if (kind != LCM_X_MOD)
    return q->symbol;
  return lcm_expr_sub(a->ctx, lcm_expr_arg(e, 0),
                      lcm_expr_mul(a->ctx, q->symbol, lcm_expr_arg(e, 1)));
}

/* Return the sum of the polynomial "body" in "index" from 0 to "to". */
static const lcm_expr *sum_to(struct lcm_bound_algebra *a, const char *index,
                              const lcm_expr *to, const lcm_expr *body) {
  const struct lcm_range range = {index, lcm_expr_int(a->ctx, 0), to};
  return body && to ? lcm_expr_sum_polynomial(a->ctx, range, body) : NULL;
}

/* Return the sum over u = 0 .. "last" of "body", in which "index" is u and the
 * symbol of "q" is u div D: full blocks of D, then what is left. */
static const lcm_expr *sum_blocks(struct lcm_bound_algebra *a,
                                  const struct quotient *q, const char *index,
                                  const lcm_expr *last, const lcm_expr *body) {
  const char *block = lcm_expr_name(q->symbol);
  const char *place = lcm_intern(a->ctx, "place in a block");
  const lcm_expr *u =
      lcm_expr_add(a->ctx, lcm_expr_mul(a->ctx, q->symbol, q->divisor),
                   lcm_expr_symbol(a->ctx, place, LCM_DIM_NONE));
  const lcm_expr *inside =
      lcm_expr_expand(a->ctx, lcm_bound_put(a, body, index, u));
  const lcm_expr *blocks = lcm_expr_binary(a->ctx, LCM_X_DIV, last, q->divisor);
  const lcm_expr *of_block = sum_to(a, place, plus(a, q->divisor, -1), inside);
  const lcm_expr *full =
      blocks ? sum_to(a, block, plus(a, blocks, -1), of_block) : NULL;
  const lcm_expr *left =
      lcm_expr_sub(a->ctx, last, lcm_expr_mul(a->ctx, q->symbol, q->divisor));
  const lcm_expr *rest = sum_to(a, place, left, inside);
  if (!full || !rest)
    return NULL;
  return lcm_expr_add(a->ctx, full, lcm_bound_put(a, rest, block, blocks));
}

const lcm_expr *lcm_bound_sum_floors(struct lcm_bound_algebra *a,
                                     struct lcm_range range,
                                     const lcm_expr *body) {
  struct quotient q = {
      .symbol = lcm_expr_symbol(a->ctx, "number of a block", LCM_DIM_NONE)};
  const lcm_expr *index = lcm_expr_symbol(a->ctx, range.index, LCM_DIM_NONE);
  const lcm_expr *plain = abstracted(a, &q, body, range.index);
  if (!plain || !q.divisor)
    return NULL;
  const lcm_expr *shifted = lcm_bound_put(
      a, plain, range.index, lcm_expr_sub(a->ctx, index, q.offset));
  const lcm_expr *last = lcm_expr_add(a->ctx, range.to, q.offset);
  const lcm_expr *before =
      plus(a, lcm_expr_add(a->ctx, range.from, q.offset), -1);
  const lcm_expr *up_to = sum_blocks(a, &q, range.index, last, shifted);
  const lcm_expr *less = sum_blocks(a, &q, range.index, before, shifted);
  return up_to && less
             ? lcm_expr_expand(a->ctx, lcm_expr_sub(a->ctx, up_to, less))
             : NULL;
}
