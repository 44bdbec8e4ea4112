/* Accesses that cannot meet, found by the differences of their subscripts: most
 * pairs of a program are of this kind, and isl takes a thousand times as
 * long. */
#include "model/sections/apart.h"

#include <stdlib.h>
#include <string.h>

#include "base/rational.h"
#include "model/sections/split.h"

enum { MOST_RANGES = 32 };

/* What is known of the indices of two sides. */
struct indices {
  bool known[MOST_RANGES];   /* the difference of this one is "by" */
  long long by[MOST_RANGES]; /* that of the first side minus the other */
};

/* A subscript as an index plus something, or without an index. */
struct shifted {
  size_t range; /* number of the index; MOST_RANGES: there is none */
  const lcm_expr *rest;
};

/* Return whether "e" speaks of an index that the section of "side" runs
 * over. */
static bool has_own_index(const struct lcm_side *side, const lcm_expr *e) {
  for (size_t i = 0; i < side->section->n_over; i++)
    if (lcm_expr_has(e, side->section->over[i].index))
      return true;
  return false;
}

/* Put "e" of "side" as an index plus what has none into "*out"; false where it
 * is something else, or the budget is spent. */
static bool shift(struct shifted *out, lcm_ctx *ctx,
                  const struct lcm_side *side, const lcm_expr *e) {
  *out = (struct shifted){MOST_RANGES, e};
  if (has_own_index(side, e) || side->n_ranges > MOST_RANGES)
    return false;
  for (size_t i = side->n_ranges; i-- > 0;) {
    const char *index = side->ranges[i].index;
    if (!lcm_expr_has(out->rest, index))
      continue;
    if (out->range < MOST_RANGES)
      return false;
    out->range = i;
    out->rest =
        lcm_expr_sub(ctx, out->rest, lcm_expr_symbol(ctx, index, LCM_DIM_NONE));
    if (!out->rest || lcm_expr_has(out->rest, index))
      return false;
  }
  return true;
}

/* Return whether "extent" is one element, whose number is known. */
static bool is_single(const struct lcm_extent *extent) {
  double length = 0;
  return !extent->field && extent->lower && extent->length &&
         lcm_expr_is_number(extent->length, &length) && length == 1;
}

/* Compare step "d" of both sides: return whether it keeps them apart, or note
 * in "indices" what it says. */
static bool compare_step(struct indices *indices, lcm_ctx *ctx,
                         const struct lcm_side sides[2], size_t d) {
  struct shifted at[2];
  double by = 0;
  for (size_t k = 0; k < 2; k++)
    if (!is_single(&sides[k].section->extents[d]) ||
        !shift(&at[k], ctx, &sides[k], sides[k].section->extents[d].lower))
      return false;
  if (at[0].range != at[1].range ||
      !lcm_expr_is_number(lcm_expr_sub(ctx, at[1].rest, at[0].rest), &by) ||
      by != (double)(long long)by)
    return false;
  const size_t range = at[0].range;
  if (range == MOST_RANGES)
    return by != 0;
  const bool other =
      indices->known[range] && indices->by[range] != (long long)by;
  indices->known[range] = true;
  indices->by[range] = (long long)by;
  return other;
}

/* Return whether "name" is that of an index of "side". */
static bool is_index(const struct lcm_side *side, const char *name) {
  for (size_t i = 0; i < side->n_ranges; i++)
    if (side->ranges[i].index == name)
      return true;
  for (size_t i = 0; i < side->section->n_over; i++)
    if (side->section->over[i].index == name)
      return true;
  return false;
}

/* Return "e" of "side" without its indices times whole numbers, of which
 * "*divisor" becomes a divisor; NULL where an index occurs otherwise, or the
 * budget is spent. */
static const lcm_expr *without_indices(uint64_t *divisor, lcm_ctx *ctx,
                                       const struct lcm_side *side,
                                       const lcm_expr *e) {
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  const lcm_expr *rest = e;
  for (size_t i = 0; i < (sum ? lcm_expr_arity(e) : 1) && rest; i++) {
    const lcm_expr *term = sum ? lcm_expr_arg(e, i) : e;
    lcm_rat rat;
    if (!lcm_side_has_index(side, term))
      continue;
    const lcm_expr *core = lcm_expr_core(ctx, &rat, term);
    if (!core || lcm_expr_kind_of(core) != LCM_X_SYMBOL ||
        !is_index(side, lcm_expr_name(core)) || !lcm_rat_is_whole(rat) ||
        rat.big)
      return NULL;
    *divisor = lcm_gcd(*divisor, (uint64_t)llabs((long long)rat.num));
    rest = lcm_expr_sub(ctx, rest, term);
  }
  return rest;
}

/* Return whether the elements of step "d" of both sides leave different
 * remainders, whatever the indices are: 2 * i and 2 * k + 1 do. */
static bool differ_by_remainder(lcm_ctx *ctx, const struct lcm_side sides[2],
                                size_t d) {
  const lcm_expr *rest[2];
  uint64_t divisor = 0;
  double by = 0;
  for (size_t k = 0; k < 2; k++) {
    const struct lcm_extent *extent = &sides[k].section->extents[d];
    rest[k] = is_single(extent)
                  ? without_indices(&divisor, ctx, &sides[k], extent->lower)
                  : NULL;
    if (!rest[k])
      return false;
  }
  return divisor > 1 &&
         lcm_expr_is_number(lcm_expr_sub(ctx, rest[1], rest[0]), &by) &&
         by == (double)(long long)by && (long long)by % (long long)divisor;
}

/* Return whether "indices" contradict "relation". */
static bool is_contradicted(const struct indices *indices,
                            const struct lcm_related *relation) {
  size_t n_equal = 0;
  for (size_t i = 0; i < relation->n; i++) {
    const size_t k = relation->first + i;
    const bool known = k < MOST_RANGES && indices->known[k];
    if (relation->equal && known && indices->by[k])
      return true;
    n_equal += known && !indices->by[k];
  }
  return !relation->equal && relation->n && n_equal == relation->n;
}

bool lcm_sections_apart(lcm_ctx *ctx, const struct lcm_side sides[2],
                        const struct lcm_pairing *pairing) {
  const lcm_section *a = sides[0].section;
  const lcm_section *b = sides[1].section;
  const size_t n = a->n_extents < b->n_extents ? a->n_extents : b->n_extents;
  struct indices indices = {.known = {false}};
  for (size_t d = 0; d < n; d++) {
    const char *x = a->extents[d].field;
    const char *y = b->extents[d].field;
    if (!x != !y)
      return false;
    if ((x && strcmp(x, y) != 0) || compare_step(&indices, ctx, sides, d) ||
        differ_by_remainder(ctx, sides, d))
      return true;
  }
  for (size_t i = 0; i < pairing->n_relations; i++)
    if (is_contradicted(&indices, &pairing->relations[i]))
      return true;
  return false;
}
