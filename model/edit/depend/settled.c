/* Whether what is said of the rounds of a loop holds while they change
 * variables: subscripts and bounds that speak of these do not. */
#include <string.h>

#include "model/edit/depend/settled.h"
#include "model/sections/sections.h"

void lcm_edit_find_changed(struct lcm_edit_changed *out, lcm_ctx *ctx,
                           const struct lcm_edit_accesses *all) {
  out->known = LCM_NEW(lcm_ctx_arena(ctx), lcm_map);
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    const lcm_section *section = access->section;
    const size_t last = section->n_extents - 1;
    if (access->writes &&
        (!lcm_section_is_array(section) || section->extents[last].field))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->by, access);
  }
}

/* Return the last member that "section" is, or NULL. */
static const char *member_of(const lcm_section *section) {
  const char *found = NULL;
  for (size_t i = 0; i < section->n_extents; i++)
    found = section->extents[i].field ? section->extents[i].field : found;
  return found;
}

/* Return whether "name" may be the value of the variable of "section". */
static bool is_name_of(const lcm_section *section, const char *name) {
  const char *plain = lcm_name_plain(name);
  const char *dot = strrchr(plain, '.');
  const char *member = member_of(section);
  return member ? dot && !strcmp(dot + 1, member)
                : !strcmp(plain, section->datum);
}

/* Return 1 + the number of the change of what "name" stands for, 0 for none. */
static size_t find_change(const struct lcm_edit_changed *changed,
                          const char *name) {
  for (size_t i = 0; i < changed->by.n; i++)
    if (is_name_of(changed->by.at[i]->section, name))
      return i + 1;
  return 0;
}

/* Return change number "n" - 1; NULL for 0. */
static const struct lcm_edit_access *
change_at(const struct lcm_edit_changed *changed, size_t n) {
  return n ? changed->by.at[n - 1] : NULL;
}

const struct lcm_edit_access *
lcm_edit_change_of(const struct lcm_edit_changed *changed, const char *name) {
  return change_at(changed, find_change(changed, name));
}

/* Return whether "name" is an index of a loop around "access", or of one that
 * its section runs over. */
static bool is_index(const struct lcm_edit_access *access, const char *name) {
  for (size_t i = 0; i < access->n_ranges; i++)
    if (access->ranges[i].index == name)
      return true;
  for (size_t i = 0; i < access->section->n_over; i++)
    if (access->section->over[i].index == name)
      return true;
  return false;
}

/* What is looked for. */
struct looking {
  lcm_ctx *ctx;
  const struct lcm_edit_changed *changed;
  const struct lcm_edit_access *access; /* NULL: the header of a loop */
  size_t found; /* 1 + the number of the change; 0: none */
};

/* Look in "e" (NULL for nothing). */
static void look(struct looking *k, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e && !k->found ? lcm_expr_names(&names, k->ctx, e) : 0;
  for (size_t i = 0; i < n && !k->found; i++)
    if (!k->access || !is_index(k->access, names[i]))
      k->found = find_change(k->changed, names[i]);
}

/* Look in the bounds of "range". */
static void look_in_range(struct looking *k, const lcm_iteration *range) {
  look(k, range->from);
  look(k, range->to);
  look(k, range->step);
  look(k, range->factor);
}

const struct lcm_edit_access *
lcm_edit_unsettled(lcm_ctx *ctx, const struct lcm_edit_changed *changed,
                   const struct lcm_edit_access *access) {
  struct looking k = {ctx, changed, access, 0};
  const lcm_section *section = access->section;
  if (!changed->by.n)
    return NULL;
  if (lcm_map_get(changed->known, access, &k.found))
    return change_at(changed, k.found);
  for (size_t i = 0; i < section->n_extents; i++) {
    look(&k, section->extents[i].lower);
    look(&k, section->extents[i].length);
  }
  for (size_t i = 0; i < section->n_over; i++)
    look_in_range(&k, &section->over[i]);
  for (size_t i = 0; i < access->n_ranges; i++)
    look_in_range(&k, &access->ranges[i]);
  lcm_map_put(lcm_ctx_arena(ctx), changed->known, access, k.found);
  return change_at(changed, k.found);
}

const struct lcm_edit_access *
lcm_edit_header_changed(lcm_ctx *ctx, const struct lcm_edit_changed *changed,
                        const lcm_node *loop) {
  struct looking k = {ctx, changed, NULL, 0};
  for (size_t i = 0; i < loop->u.loop.n_ranges && !k.found; i++) {
    const lcm_iteration *range = &loop->u.loop.ranges[i];
    const lcm_expr *index = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
    look(&k, range->to);
    look(&k, range->from);
    look(&k, range->step);
    look(&k, range->factor);
    look(&k, index);
  }
  return change_at(changed, k.found);
}
