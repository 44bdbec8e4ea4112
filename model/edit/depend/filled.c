/* Arrays that each round of a loop fills before it reads them: each thread may
 * have its own. */
#include "model/edit/depend/filled.h"
#include "model/edit/depend/access.h"
#include "model/sections/sections.h"

/* Return "access" as one that comes before or behind others. */
static struct lcm_fill fill_of(const struct lcm_edit_access *access) {
  return (struct lcm_fill){access->section, access->ranges, access->loops,
                           access->n_ranges};
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
                        const lcm_function *function,
                        const struct lcm_edit_accesses *all,
                        const struct lcm_edit_changed *changed,
                        const char *key) {
  lcm_fill_list writes = {0};
  bool own = false;
  *out = (struct lcm_edit_array){.filled = !all->why && !all->wraps};
  for (size_t i = 0; i < all->of.n && out->filled; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    const lcm_section *section = access->section;
    const struct lcm_fill fill = fill_of(access);
    if (section->key != key)
      continue;
    out->filled = is_copied(function, section) &&
                  !lcm_edit_unsettled(ctx, changed, access);
    if (access->writes) {
      own = own || section->sure;
      if (access->full && section->sure && section->exact)
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &writes, fill);
    } else {
      out->read = true;
      out->filled =
          out->filled && (section->sure || lcm_is_filled(ctx, &fill, &writes));
    }
  }
  out->filled = out->filled && own;
}
