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
