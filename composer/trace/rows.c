/* Sees a subscript i * pitch + j as two. */
#include "composer/trace/rows.h"

/* Indices of which a section speaks: those of the loops around it, and those
 * that it runs over; "n" of them, outermost first. */
struct indices {
  const lcm_iteration *at;
  size_t n;
};

/* A subscript that is taken apart: pitch * row + rest. */
struct split {
  const lcm_expr *pitch;
  const lcm_expr *row;
  const lcm_expr *rest;
};

/* Return the indices of "access". */
static struct indices indices_of(lcm_ctx *ctx,
                                 const struct lcm_trace_access *access) {
  LCM_LIST(lcm_iteration) all = {0};
  for (size_t i = 0; i < access->place->n_ranges; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, access->place->ranges[i]);
  for (size_t i = 0; i < access->section->n_over; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, access->section->over[i]);
  return (struct indices){all.at, all.n};
}

/* Return whether "e" speaks of one of the indices "all". */
static bool speaks_of(const struct indices *all, const lcm_expr *e) {
  for (size_t i = 0; i < all->n; i++)
    if (lcm_expr_has(e, all->at[i].index))
      return true;
  return false;
}

/* Return by how much "e" grows with the index "name"; NULL where that depends
 * on an index itself. */
static const lcm_expr *slope(lcm_ctx *ctx, const struct indices *all,
                             const lcm_expr *e, const char *name) {
  const struct lcm_subst next = {
      name, lcm_expr_add(ctx, lcm_expr_symbol(ctx, name, LCM_DIM_NONE),
                         lcm_expr_int(ctx, 1))};
  const lcm_expr *by = lcm_expr_expand(
      ctx, lcm_expr_sub(ctx, lcm_expr_subst(ctx, e, &next, 1), e));
  return by && !speaks_of(all, by) ? by : NULL;
}

/* Return whether "a" is a longer pitch than "b", which may be NULL. */
static bool is_longer(const lcm_expr *a, const lcm_expr *b) {
  double x = 0;
  double y = 0;
  const bool number = lcm_expr_is_number(a, &x);
  if (!b)
    return !number || x > 1;
  return lcm_expr_is_number(b, &y) && (!number || x > y);
}

/* Take "lower" apart: the indices by which it grows most choose the row. */
static bool take_apart(struct split *out, lcm_ctx *ctx,
                       const struct indices *all, const lcm_expr *lower) {
  *out = (struct split){NULL, lcm_expr_int(ctx, 0), NULL};
  for (size_t i = 0; i < all->n; i++) {
    const char *name = all->at[i].index;
    if (!lcm_expr_has(lower, name))
      continue;
    const lcm_expr *by = slope(ctx, all, lower, name);
    if (!by)
      return false;
    if (is_longer(by, out->pitch))
      out->pitch = by;
  }
  for (size_t i = 0; i < all->n && out->pitch; i++) {
    const char *name = all->at[i].index;
    if (lcm_expr_has(lower, name) && slope(ctx, all, lower, name) == out->pitch)
      out->row =
          lcm_expr_add(ctx, out->row, lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  }
  if (!out->pitch)
    return false;
  out->rest = lcm_expr_expand(
      ctx, lcm_expr_sub(ctx, lower, lcm_expr_mul(ctx, out->pitch, out->row)));
  return out->rest != NULL;
}

/* Return whether "a" <= "b" wherever the assumptions hold. */
static bool is_at_most(lcm_ctx *ctx, const lcm_expr *a, const lcm_expr *b) {
  const lcm_relation relation =
      a && b ? lcm_expr_compare(ctx, a, b) : LCM_REL_UNKNOWN;
  return relation == LCM_REL_LESS || relation == LCM_REL_EQUAL;
}

/* Return whether the "length" elements from "rest" on always lie in one row. */
static bool is_in_row(lcm_ctx *ctx, const struct indices *all,
                      const lcm_expr *rest, const lcm_expr *length,
                      const lcm_expr *pitch) {
  const struct lcm_varying ranges = {all->at, all->n, NULL, NULL};
  const lcm_expr *low = lcm_section_extreme(ctx, &ranges, rest, true);
  const lcm_expr *behind =
      lcm_section_extreme(ctx, &ranges, lcm_expr_add(ctx, rest, length), false);
  return is_at_most(ctx, lcm_expr_int(ctx, 0), low) &&
         is_at_most(ctx, behind, pitch);
}

/* Return "section" with the two subscripts "row" and "rest". */
static const lcm_section *in_rows(lcm_ctx *ctx, const lcm_section *section,
                                  const lcm_expr *row, const lcm_expr *rest) {
  lcm_section *out = LCM_NEW(lcm_ctx_arena(ctx), lcm_section);
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_extent, 2);
  extents[0] = (struct lcm_extent){row, lcm_expr_int(ctx, 1), NULL};
  extents[1] = (struct lcm_extent){rest, section->extents[0].length, NULL};
  *out = *section;
  out->extents = extents;
  out->n_extents = 2;
  return out;
}

void lcm_trace_find_rows(struct lcm_trace_access *access, lcm_ctx *ctx) {
  static const int SHIFTS[] = {0, 1, -1, 2, -2};
  const lcm_section *section = access->section;
  const struct lcm_extent *extent = section->extents;
  struct split split;
  if (section->n_extents != 1 || extent->field || !extent->lower ||
      !extent->length)
    return;
  const struct indices all = indices_of(ctx, access);
  if (!take_apart(&split, ctx, &all, extent->lower))
    return;
  for (size_t i = 0; i < sizeof SHIFTS / sizeof *SHIFTS; i++) {
    const lcm_expr *shift = lcm_expr_int(ctx, SHIFTS[i]);
    const lcm_expr *rest =
        lcm_expr_sub(ctx, split.rest, lcm_expr_mul(ctx, shift, split.pitch));
    if (!is_in_row(ctx, &all, rest, extent->length, split.pitch))
      continue;
    access->pitch = split.pitch;
    access->rows =
        in_rows(ctx, section, lcm_expr_add(ctx, split.row, shift), rest);
    return;
  }
}
