/* Arrays of several dimensions that are addressed by hand, a[i * n + j]: a
 * subscript is divided by what an index in it is multiplied by, where the rest
 * certainly stays below that. */
#include <string.h>

#include "model/sections/isl_sides.h"
#include "model/sections/split.h"

/* How often one step is divided at most. */
enum { MOST_DIVISIONS = 8 };

/* A step of the two sides that is being divided: quotients and remainders. */
struct division {
  const lcm_expr *quotient[2];
  const lcm_expr *rest[2];
};

bool lcm_side_has_index(const struct lcm_side *side, const lcm_expr *e) {
  for (size_t i = 0; i < side->n_ranges; i++)
    if (lcm_expr_has(e, side->ranges[i].index))
      return true;
  for (size_t i = 0; i < side->section->n_over; i++)
    if (lcm_expr_has(e, side->section->over[i].index))
      return true;
  return false;
}

/* Return term "i" of the sum "e", which is its own only term where it is no
 * sum; NULL behind the last. */
static const lcm_expr *term_of(const lcm_expr *e, size_t i) {
  if (lcm_expr_kind_of(e) != LCM_X_SUM_OF)
    return i ? NULL : e;
  return i < lcm_expr_arity(e) ? lcm_expr_arg(e, i) : NULL;
}

/* Return what an index is multiplied by in the monomial "term", beside numbers;
 * NULL where it is nothing. */
static const lcm_expr *multiplier(lcm_ctx *ctx, const struct lcm_side *side,
                                  const lcm_expr *term) {
  const lcm_expr *product = NULL;
  if (lcm_expr_kind_of(term) != LCM_X_MUL_OF || !lcm_side_has_index(side, term))
    return NULL;
  for (size_t i = 0; i < lcm_expr_arity(term); i++)
    if (!lcm_side_has_index(side, lcm_expr_arg(term, i)))
      product = product ? lcm_expr_mul(ctx, product, lcm_expr_arg(term, i))
                        : lcm_expr_arg(term, i);
  return product;
}

/* Return how many factors "e" has. */
static size_t n_factors(const lcm_expr *e) {
  return lcm_expr_kind_of(e) == LCM_X_MUL_OF ? lcm_expr_arity(e) : 1;
}

/* Return the smallest thing that an index is multiplied by in "e", of the two
 * sides; NULL where there is none. */
static const lcm_expr *find_stride(lcm_ctx *ctx, const struct lcm_side sides[2],
                                   const lcm_expr *const e[2]) {
  const lcm_expr *best = NULL;
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; term_of(e[k], i); i++) {
      const lcm_expr *stride = multiplier(ctx, &sides[k], term_of(e[k], i));
      if (stride && (!best || n_factors(stride) < n_factors(best)))
        best = stride;
    }
  return best;
}

/* Return whether the monomial "e" has nothing below a fraction line but
 * numbers. */
static bool is_whole(const lcm_expr *e) {
  double power = 0;
  if (lcm_expr_kind_of(e) == LCM_X_POW)
    return lcm_expr_is_number(lcm_expr_arg(e, 1), &power) && power > 0;
  for (size_t i = 0;
       lcm_expr_kind_of(e) == LCM_X_MUL_OF && i < lcm_expr_arity(e); i++)
    if (!is_whole(lcm_expr_arg(e, i)))
      return false;
  return true;
}

/* Put the quotient and the rest of "e" by "stride", term by term, into
 * "*quotient" and "*rest". */
static void divide(const lcm_expr **quotient, const lcm_expr **rest,
                   lcm_ctx *ctx, const lcm_expr *const of[2]) {
  *quotient = *rest = lcm_expr_int(ctx, 0);
  for (size_t i = 0; term_of(of[0], i); i++) {
    const lcm_expr *term = term_of(of[0], i);
    const lcm_expr *part = lcm_expr_div(ctx, term, of[1]);
    if (part && is_whole(part))
      *quotient = lcm_expr_add(ctx, *quotient, part);
    else
      *rest = lcm_expr_add(ctx, *rest, term);
  }
}

/* Divide the lower ends "e" of step "d" of both sides; false where the rests do
 * not stay below what they are divided by. */
static bool divide_both(struct division *out, lcm_ctx *ctx,
                        const struct lcm_side sides[2],
                        const lcm_expr *const e[2], size_t d) {
  const lcm_expr *stride = e[0] && e[1] ? find_stride(ctx, sides, e) : NULL;
  for (size_t k = 0; k < 2 && stride; k++) {
    const lcm_expr *const of[] = {e[k], stride};
    const lcm_expr *length = sides[k].section->extents[d].length;
    divide(&out->quotient[k], &out->rest[k], ctx, of);
    if (!out->quotient[k] || !out->rest[k] ||
        !lcm_side_keeps(ctx, &sides[k], out->rest[k],
                        lcm_expr_sub(ctx, stride, length)))
      return false;
  }
  return stride != NULL;
}

/* Return "section" with its step "d" as two: "quotient" and "rest". */
static const lcm_section *with_steps(lcm_ctx *ctx, const lcm_section *section,
                                     size_t d, const lcm_expr *const parts[2]) {
  lcm_section *out = LCM_NEW(lcm_ctx_arena(ctx), lcm_section);
  struct lcm_extent *extents = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_extent, section->n_extents + 1);
  const lcm_expr *length = section->extents[d].length;
  memcpy(extents, section->extents, d * sizeof *extents);
  extents[d] = (struct lcm_extent){parts[0], lcm_expr_int(ctx, 1), NULL};
  extents[d + 1] = (struct lcm_extent){parts[1], length, NULL};
  memcpy(extents + d + 2, section->extents + d + 1,
         (section->n_extents - d - 1) * sizeof *extents);
  *out = *section;
  out->extents = extents;
  out->n_extents++;
  return out;
}

/* Return whether step "d" of "section" has both ends. */
static bool is_known(const lcm_section *section, size_t d) {
  return d < section->n_extents && !section->extents[d].field &&
         section->extents[d].lower && section->extents[d].length;
}

/* Divide step "d" of both sides; false where that cannot be done. */
static bool split_step(lcm_ctx *ctx, struct lcm_side sides[2], size_t d) {
  struct division parts;
  const lcm_expr *plain[2];
  const lcm_expr *expanded[2];
  for (size_t k = 0; k < 2; k++) {
    plain[k] = sides[k].section->extents[d].lower;
    expanded[k] = lcm_expr_expand(ctx, plain[k]);
  }
  if (!divide_both(&parts, ctx, sides, plain, d) &&
      ((plain[0] == expanded[0] && plain[1] == expanded[1]) ||
       !divide_both(&parts, ctx, sides, expanded, d)))
    return false;
  for (size_t k = 0; k < 2; k++) {
    const lcm_expr *const both[] = {parts.quotient[k], parts.rest[k]};
    sides[k].section = with_steps(ctx, sides[k].section, d, both);
  }
  return true;
}

void lcm_sides_split(lcm_ctx *ctx, struct lcm_side sides[2]) {
  unsigned left = MOST_DIVISIONS;
  for (size_t d = 0;
       is_known(sides[0].section, d) && is_known(sides[1].section, d); d++)
    while (left && split_step(ctx, sides, d))
      left--;
}
