/* Iterations of a loop in which two accesses touch the same element. */
#include "model/edit/depend/meet.h"

/* Return the side of "access" with "range" (NULL: none) as its first. */
static struct lcm_side side_of(lcm_ctx *ctx, const lcm_iteration *range,
                               const struct lcm_edit_access *access) {
  lcm_iteration *ranges =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_iteration, access->n_ranges + 1);
  const size_t n = range ? 1 : 0;
  if (range)
    ranges[0] = *range;
  for (size_t i = 0; i < access->n_ranges; i++)
    ranges[n + i] = access->ranges[i];
  return (struct lcm_side){access->section, ranges, access->n_ranges + n};
}

/* Return what was found out in "ctx". */
static struct lcm_compared *known_in(lcm_ctx *ctx) {
  void **slot = lcm_ctx_slot(ctx, LCM_SLOT_MET);
  if (!*slot)
    *slot = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_compared);
  return *slot;
}

void lcm_edit_meet(struct lcm_met *out, lcm_ctx *ctx,
                   const lcm_iteration *range,
                   const struct lcm_edit_access *const sides[2], bool equal) {
  const struct lcm_related related = {0, 1, equal};
  const struct lcm_pairing pairing = {
      .sides = {side_of(ctx, range, sides[0]), side_of(ctx, range, sides[1])},
      .relations = &related,
      .n_relations = range ? 1 : 0};
  *out = (struct lcm_met){.overlap = LCM_OVERLAP_MAYBE};
  lcm_sections_meet(out, ctx, known_in(ctx), &pairing);
}

/* Return whether "access", which each iteration makes, is outside of its array
 * where the index "name" of the loop is "at": so far the loop never comes. */
static bool is_outside(const struct lcm_edit_access *access, const char *name,
                       long long at) {
  const lcm_section *section = access->section;
  const lcm_binding here = {name, (double)at};
  double count = 0;
  double lower = 0;
  return section->count && access->certain && !access->maybe &&
         !access->n_ranges && section->exact && !section->n_over &&
         section->n_extents && section->extents[0].lower &&
         lcm_expr_is_number(section->count, &count) &&
         !lcm_expr_eval(&lower, section->extents[0].lower, &here, 1) &&
         (lower < 0 || lower >= count);
}

bool lcm_edit_never_comes(const struct lcm_edit_accesses *all,
                          const lcm_iteration *range,
                          const struct lcm_met *met) {
  for (size_t i = 0; i < all->of.n && range; i++)
    for (int k = 0; k < 2; k++)
      if (met->index[k] &&
          is_outside(&all->of.at[i], range->index, met->index[k][0]))
        return true;
  return false;
}
