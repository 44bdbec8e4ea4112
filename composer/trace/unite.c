/* Joins the sections that one dependence is about. */
#include "composer/trace/unite.h"

void lcm_trace_part(struct lcm_tracer *tracer, struct lcm_parts *parts,
                    const lcm_section *section) {
  size_t kept = 0;
  const struct lcm_side fresh = {section, NULL, 0};
  for (size_t i = 0; i < parts->of.n; i++) {
    const struct lcm_side side = {parts->of.at[i], NULL, 0};
    if (lcm_section_equal(section, parts->of.at[i]) ||
        lcm_section_covers(tracer->ctx, &side, &fresh))
      return;
  }
  for (size_t i = 0; i < parts->of.n; i++) {
    const struct lcm_side side = {parts->of.at[i], NULL, 0};
    if (!lcm_section_covers(tracer->ctx, &fresh, &side))
      parts->of.at[kept++] = parts->of.at[i];
  }
  parts->of.n = kept;
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &parts->of, section);
}

/* Return whether "a" and "b" are boxes with the same steps. */
static bool are_boxes(const lcm_section *a, const lcm_section *b) {
  if (a->n_extents != b->n_extents || a->n_over || b->n_over)
    return false;
  for (size_t d = 0; d < a->n_extents; d++) {
    const struct lcm_extent *x = &a->extents[d];
    const struct lcm_extent *y = &b->extents[d];
    if (x->field != y->field ||
        (!x->field && (!x->lower || !x->length || !y->lower || !y->length)))
      return false;
  }
  return true;
}

const lcm_expr *lcm_trace_extreme(lcm_ctx *ctx, lcm_expr_kind kind,
                                  const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *args[] = {a, b};
  return a && b ? lcm_expr_nary(ctx, kind, args, 2) : NULL;
}

/* Return the box around the boxes "a" and "b". */
static const lcm_section *hull_of(lcm_ctx *ctx, const lcm_section *a,
                                  const lcm_section *b) {
  lcm_section *hull = LCM_NEW(lcm_ctx_arena(ctx), lcm_section);
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_extent, a->n_extents + 1);
  *hull = *a;
  hull->extents = extents;
  for (size_t d = 0; d < a->n_extents; d++) {
    const struct lcm_extent *x = &a->extents[d];
    const struct lcm_extent *y = &b->extents[d];
    extents[d] = *x;
    if (x->field)
      continue;
    extents[d].lower = lcm_trace_extreme(ctx, LCM_X_MIN, x->lower, y->lower);
    extents[d].length =
        lcm_expr_sub(ctx,
                     lcm_trace_extreme(ctx, LCM_X_MAX,
                                       lcm_expr_add(ctx, x->lower, x->length),
                                       lcm_expr_add(ctx, y->lower, y->length)),
                     extents[d].lower);
  }
  return hull;
}

/* Return whether no two of "parts" touch the same. */
static bool are_apart(lcm_ctx *ctx, const struct lcm_parts *parts) {
  for (size_t i = 0; i < parts->of.n; i++)
    for (size_t k = 0; k < i; k++) {
      const struct lcm_side a = {parts->of.at[i], NULL, 0};
      const struct lcm_side b = {parts->of.at[k], NULL, 0};
      if (lcm_section_overlap(ctx, &a, &b) != LCM_OVERLAP_NO)
        return false;
    }
  return true;
}

/* Return the sum of the bytes of "parts"; NULL where it is not known. */
static const lcm_expr *sum_of(lcm_ctx *ctx, const struct lcm_parts *parts) {
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  for (size_t i = 0; i < parts->of.n; i++)
    sum = lcm_expr_add(ctx, sum, lcm_section_bytes(ctx, parts->of.at[i]));
  return sum;
}

void lcm_trace_unite(struct lcm_tracer *tracer, lcm_movement *dependence,
                     const struct lcm_parts *parts) {
  lcm_ctx *ctx = tracer->ctx;
  const lcm_section *hull = parts->of.at[0];
  bool exact = false;
  bool boxes = true;
  for (size_t i = 1; i < parts->of.n && boxes; i++) {
    boxes = are_boxes(hull, parts->of.at[i]);
    hull = boxes ? hull_of(ctx, hull, parts->of.at[i]) : hull;
  }
  const bool filled =
      parts->of.n == 1 ||
      (boxes && lcm_sections_fill(ctx, hull, parts->of.at, parts->of.n));
  if (boxes) {
    dependence->section = hull;
    dependence->bytes = lcm_section_count(&exact, ctx, hull);
  }
  if (filled)
    return;
  const lcm_expr *sum = sum_of(ctx, parts);
  const bool apart = are_apart(ctx, parts);
  dependence->bytes = apart || !boxes ? sum : dependence->bytes;
  if (!apart && !dependence->why)
    dependence->why = "several sections that may overlap";
}
