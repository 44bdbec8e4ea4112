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

bool lcm_edit_has_copies(const lcm_function *function,
                         const struct lcm_edit_accesses *all, const char *key) {
  for (size_t i = 0; i < all->of.n; i++)
    if (all->of.at[i].section->key == key &&
        !is_copied(function, all->of.at[i].section))
      return false;
  return true;
}

/* Return whether "access", a write, is made by each round, of all elements that
 * it speaks of. */
static bool is_whole(const struct lcm_edit_access *access) {
  return access->full && access->section->sure && access->section->exact;
}

void lcm_edit_array_use(struct lcm_edit_array *out, lcm_ctx *ctx,
                        const struct lcm_edit_rounds *rounds, const char *key) {
  const struct lcm_edit_accesses *all = rounds->all;
  lcm_fill_list writes = {0};
  *out = (struct lcm_edit_array){.copied = !all->why && !all->wraps};
  for (size_t i = 0; i < all->of.n && out->copied; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    const lcm_section *section = access->section;
    if (section->key != key)
      continue;
    out->copied = is_copied(rounds->function, section) &&
                  !lcm_edit_unsettled(ctx, rounds->changed, access);
    if (access->writes) {
      out->set = out->set || section->sure;
      if (is_whole(access))
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &writes, fill_of(access));
      continue;
    }
    const struct lcm_fill fill = read_of(ctx, access, rounds->range);
    out->read = true;
    if (!section->sure && !lcm_is_filled(ctx, &fill, &writes))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->open, access);
  }
}

/* Return whether "e" (NULL: nothing) speaks of "name". */
static bool has(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return whether the range "over" speaks of "name", or is not known. */
static bool speaks_of(const lcm_iteration *over, const char *name) {
  return !over->from || !over->to || has(over->from, name) ||
         has(over->to, name) || has(over->step, name) ||
         has(over->factor, name);
}

/* Return whether "access" is to the same elements in each round of the loop of
 * "range". */
static bool is_constant(const struct lcm_edit_access *access,
                        const lcm_iteration *range) {
  const lcm_section *section = access->section;
  for (size_t i = 0; i < section->n_extents; i++)
    if (has(section->extents[i].lower, range->index) ||
        has(section->extents[i].length, range->index))
      return false;
  for (size_t i = 0; i < section->n_over; i++)
    if (speaks_of(&section->over[i], range->index))
      return false;
  for (size_t i = 0; i < access->n_ranges; i++)
    if (speaks_of(&access->ranges[i], range->index))
      return false;
  return true;
}

bool lcm_edit_share_loop(const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b) {
  for (size_t i = 0; i < a->n_ranges; i++)
    for (size_t k = 0; k < b->n_ranges; k++)
      if (a->loops[i] == b->loops[k])
        return true;
  return false;
}

bool lcm_edit_is_set_first(const struct lcm_edit_rounds *rounds, size_t i,
                           size_t k) {
  const struct lcm_edit_access *write = &rounds->all->of.at[i];
  return i < k && is_whole(write) && !write->maybe &&
         is_constant(write, rounds->range) &&
         !lcm_edit_share_loop(write, &rounds->all->of.at[k]);
}
