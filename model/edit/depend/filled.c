/* Arrays that each round of a loop fills before it reads them: each thread may
 * have its own. */
#include "model/edit/depend/filled.h"

#include <limits.h>

#include "model/edit/depend/access.h"
#include "model/sections/sections.h"

/* Return "access" as one that comes before or behind others. */
static struct lcm_fill fill_of(const struct lcm_edit_access *access) {
  return (struct lcm_fill){access->section, access->ranges, access->loops,
                           access->n_ranges};
}

/* Return the read "access" likewise, in a round that "range", of the loop
 * itself, has: two loops around it of a number nobody has have a round only
 * where the index is not below the first, nor above the last. */
static struct lcm_fill read_of(lcm_ctx *ctx,
                               const struct lcm_edit_access *access,
                               const lcm_iteration *range) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = access->n_ranges;
  lcm_iteration *ranges = LCM_NEW_ARRAY(arena, lcm_iteration, n + 2);
  unsigned *loops = LCM_NEW_ARRAY(arena, unsigned, n + 2);
  const lcm_expr *here = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
  for (size_t i = 0; i < n; i++) {
    ranges[i] = access->ranges[i];
    loops[i] = access->loops[i];
  }
  ranges[n] = (lcm_iteration){
      .index = lcm_intern(ctx, "'below"), .from = range->from, .to = here};
  ranges[n + 1] = (lcm_iteration){
      .index = lcm_intern(ctx, "'above"), .from = here, .to = range->to};
  loops[n] = loops[n + 1] = UINT_MAX;
  return (struct lcm_fill){access->section, ranges, loops, n + 2};
}

/* Return whether "section" is a part of an array that a thread can have a copy
 * of. */
static bool is_copied(const lcm_function *function,
                      const lcm_section *section) {
  return lcm_section_is_array(section) && !section->is_private &&
         !lcm_edit_is_elsewhere(section) &&
         lcm_function_param(function, section) == function->n_params;
}

void lcm_edit_array_use(struct lcm_edit_array *out, lcm_ctx *ctx,
                        const struct lcm_edit_rounds *rounds, const char *key) {
  const struct lcm_edit_accesses *all = rounds->all;
  lcm_fill_list writes = {0};
  bool own = false;
  *out = (struct lcm_edit_array){.filled = !all->why && !all->wraps};
  for (size_t i = 0; i < all->of.n && out->filled; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    const lcm_section *section = access->section;
    if (section->key != key)
      continue;
    out->filled = is_copied(rounds->function, section) &&
                  !lcm_edit_unsettled(ctx, rounds->changed, access);
    if (access->writes) {
      own = own || section->sure;
      if (access->full && section->sure && section->exact)
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &writes, fill_of(access));
    } else {
      const struct lcm_fill fill = read_of(ctx, access, rounds->range);
      out->read = true;
      out->filled =
          out->filled && (section->sure || lcm_is_filled(ctx, &fill, &writes));
    }
  }
  out->filled = out->filled && own;
}
