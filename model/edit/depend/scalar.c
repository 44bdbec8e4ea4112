/* Variables that rounds of a loop share: what one round hands on to the next
 * one in them. */
#include "model/edit/depend/scalar.h"

#include <string.h>

#include "model/sections/sections.h"

bool lcm_edit_is_variable(const lcm_section *section) {
  for (size_t i = 0; i < section->n_extents; i++)
    if (!section->extents[i].field)
      return false;
  return true;
}

bool lcm_edit_is_same(const lcm_section *a, const lcm_section *b) {
  lcm_section x = *a;
  lcm_section y = *b;
  x.n_over = y.n_over = 0;
  return lcm_edit_is_variable(a) && lcm_section_equal(&x, &y);
}

/* Return whether "a" and "b" are of one variable, and not different members of
 * its elements. */
static bool are_one(const lcm_section *a, const lcm_section *b) {
  if (a->key != b->key)
    return false;
  for (size_t i = 0; i < a->n_extents && i < b->n_extents; i++) {
    const char *x = a->extents[i].field;
    const char *y = b->extents[i].field;
    if (!x != !y)
      break;
    if (x && strcmp(x, y) != 0)
      return false;
  }
  return true;
}

/* Return how the write of "all" that "access" is, or at whose node it reads the
 * same, combines that with something; NULL: it sets it, or there is none. */
static const char *joined_by(const struct lcm_edit_accesses *all,
                             const struct lcm_edit_access *access) {
  const lcm_section *section = access->section;
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *write = &all->of.at[i];
    if (write->node == access->node && write->writes &&
        write->section->combined && are_one(write->section, section) &&
        (access == write ||
         (!access->writes && lcm_section_equal(write->section, section))))
      return write->section->combined;
  }
  return NULL;
}

bool lcm_edit_may_join(const struct lcm_edit_accesses *all,
                       const struct lcm_edit_access *a,
                       const struct lcm_edit_access *b) {
  if ((a->writes && !a->section->combined) ||
      (b->writes && !b->section->combined))
    return false;
  const char *by = joined_by(all, a);
  return by && by == joined_by(all, b);
}

/* Return whether a write of "all" at the node of "read" combines what that
 * reads, the variable or member "whole", with something, perhaps alone. */
static bool is_joined(const struct lcm_edit_accesses *all,
                      const struct lcm_edit_access *read,
                      const lcm_section *whole) {
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    if (access->writes && access->node == read->node &&
        access->section->combined && lcm_edit_is_same(access->section, whole))
      return true;
  }
  return false;
}

/* Return whether a write of "all" at the node of "read" only adds to what that
 * reads: "whole", a variable or member, or any element of "array". */
static bool is_operand(const struct lcm_edit_accesses *all,
                       const struct lcm_edit_access *read,
                       const lcm_section *whole, const lcm_section *array) {
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    if (access->writes && access->node == read->node &&
        access->section->added &&
        (whole ? lcm_edit_is_same(access->section, whole)
               : are_one(access->section, array)))
      return true;
  }
  return false;
}

bool lcm_edit_is_added_to(bool *rounded, const struct lcm_edit_accesses *all,
                          const lcm_section *array) {
  size_t n = 0;
  bool added = true;
  *rounded = false;
  for (size_t i = 0; i < all->of.n && added && n < 2; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    const lcm_section *section = access->section;
    if (!are_one(section, array))
      continue;
    n += access->writes;
    *rounded = *rounded || section->rounded;
    added = !section->is_private &&
            (access->writes ? section->added
                            : is_operand(all, access, NULL, array));
  }
  return added && n == 1;
}

/* Return how the writes of "all" to "whole" that only combine it with
 * something, where not "sure" perhaps, do that; NULL where they do it in
 * different ways, or there are none. */
static const char *combined_by(const struct lcm_edit_accesses *all,
                               const lcm_section *whole, bool sure) {
  const char *found = NULL;
  for (size_t i = 0; i < all->of.n; i++) {
    const lcm_section *section = all->of.at[i].section;
    if (!all->of.at[i].writes ||
        !(sure ? section->added : !!section->combined) ||
        !lcm_edit_is_same(section, whole))
      continue;
    if (!section->combined || (found && found != section->combined))
      return NULL;
    found = section->combined;
  }
  return found;
}

/* Return whether "access" is made in each round whose loops run at all. */
static bool is_made(const struct lcm_edit_access *access) {
  return (access->certain || access->full) && !access->maybe &&
         access->section->exact && !access->section->n_over;
}

/* Return whether "write" sets "whole" in each round of the loops around it. */
static bool sets_fully(const struct lcm_edit_access *write,
                       const lcm_section *whole) {
  const lcm_section *section = write->section;
  return write->writes && write->full && !write->maybe && section->sure &&
         section->exact && !section->n_over && lcm_edit_is_same(section, whole);
}

/* Return whether "whole", read by access "i" of "all", is written before that
 * in the same round of the loops around it, whenever that is read: by a write
 * that each round of some of these loops makes; where "perhaps", also of loops
 * before it, which may have no rounds. */
static bool is_set_before(const struct lcm_edit_accesses *all, size_t i,
                          const lcm_section *whole, bool perhaps) {
  const struct lcm_edit_access *read = &all->of.at[i];
  for (size_t k = 0; k < i; k++) {
    const struct lcm_edit_access *write = &all->of.at[k];
    if (sets_fully(write, whole) &&
        (perhaps || (write->n_ranges <= read->n_ranges &&
                     !memcmp(write->loops, read->loops,
                             write->n_ranges * sizeof *write->loops))))
      return true;
  }
  return false;
}

void lcm_edit_scalar_use(struct lcm_edit_scalar *out,
                         const struct lcm_edit_accesses *all,
                         const lcm_section *whole) {
  bool used = false;
  bool always = false;
  bool written = false;
  bool first = false;
  bool looped = false;
  const char *combined = combined_by(all, whole, true);
  const char *joined = combined_by(all, whole, false);
  *out = (struct lcm_edit_scalar){.added = true, .own = true};
  for (size_t i = 0; i < all->of.n; i++) {
    const struct lcm_edit_access *access = &all->of.at[i];
    const lcm_section *section = access->section;
    const bool certain = access->certain && section->exact && !section->n_over;
    const bool made = is_made(access);
    if (!lcm_edit_is_same(section, whole))
      continue;
    out->own = out->own && section->is_private;
    if (access->writes) {
      written = true;
      out->write = out->write ? out->write : access;
      out->n_writes++;
      out->added = out->added && section->added;
      out->rounded = out->rounded || section->rounded;
      out->set = out->set || (certain && section->sure);
      always = always || (made && section->sure);
      looped = looped || (made && (section->sure || section->looped));
      continue;
    }
    const bool operand = is_operand(all, access, whole, NULL);
    out->added = out->added && operand;
    if (out->set || section->sure || is_set_before(all, i, whole, false))
      continue;
    out->exposed = out->exposed ? out->exposed : access;
    const bool uses = made && (certain || !written) &&
                      !is_set_before(all, i, whole, true) &&
                      !(joined && is_joined(all, access, whole));
    used = used || uses;
    first = first || (uses && !written && section->looped);
  }
  out->added = out->added && (out->n_writes == 1 || combined);
  out->joined = joined && !out->added;
  out->definite = (used && always) || (first && looped);
}

/* A search for reads of the variable "key" outside of the node "loop". */
struct reading {
  const lcm_node *loop;
  const char *key;
  bool shared; /* several functions name it: whoever is called may set it */
};

/* Return whether the call "node" is given a pointer to it. */
static bool is_given(const struct reading *r, const lcm_node *node) {
  const lcm_section *places = node->u.call.places;
  for (size_t i = 0; places && i < node->u.call.n_args; i++)
    for (const lcm_section *at = &places[i]; at && at->datum; at = at->also)
      if (at->key == r->key)
        return true;
  return false;
}

/* Return whether "node" or something below it reads or writes it. */
static bool is_named(const struct reading *r, const lcm_node *node) {
  bool found = node->kind == LCM_NODE_CALL && is_given(r, node);
  for (size_t i = 0; i < node->n_reads && !found; i++)
    found = node->reads[i].key == r->key;
  for (size_t i = 0; i < node->n_writes && !found; i++)
    found = node->writes[i].key == r->key;
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = is_named(r, node->children[i]);
  return found;
}

/* Return whether the loop is "node", or below it. */
static bool has_loop(const struct reading *r, const lcm_node *node) {
  bool found = node == r->loop;
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = has_loop(r, node->children[i]);
  return found;
}

/* Return whether "node" itself gives it a value each time. */
static bool sets(const struct reading *r, const lcm_node *node) {
  for (size_t i = 0; i < node->n_writes && !r->shared; i++) {
    const lcm_section *write = &node->writes[i];
    if (write->key == r->key && write->sure && write->exact &&
        !write->n_extents)
      return true;
  }
  return false;
}

/* Return whether "node" or something below it, outside of the loop, reads
 * what the loop may have left in it.  "*set": it has got another value before,
 * in each execution; behind "node" likewise. */
static bool is_read(const struct reading *r, const lcm_node *node, bool *set) {
  bool inner = *set;
  const bool in_order = node->kind == LCM_NODE_SERIES;
  if (node == r->loop) {
    *set = false;
    return false;
  }
  if (node->kind == LCM_NODE_CALL && is_given(r, node))
    return true;
  if (lcm_node_is_loop(node->kind) && has_loop(r, node))
    inner = false;
  for (size_t i = 0; i < node->n_reads && !*set; i++)
    if (node->reads[i].key == r->key && !node->reads[i].sure)
      return true;
  if (sets(r, node))
    *set = inner = true;
  for (size_t i = 0; i < node->n_children; i++) {
    bool own = inner;
    if (is_read(r, node->children[i], in_order ? set : &own))
      return true;
    inner = in_order ? *set : inner;
  }
  if (!in_order && has_loop(r, node))
    *set = false;
  return false;
}

bool lcm_edit_is_read_elsewhere(const struct lcm_editing *e,
                                const struct lcm_edit_spot *spot,
                                const char *key) {
  struct reading r = {spot->node, key, false};
  size_t n = 0;
  bool found = false;
  for (size_t i = 0; i < e->program->n_functions; i++)
    n += e->program->functions[i].body &&
         is_named(&r, e->program->functions[i].body);
  r.shared = n > 1;
  for (size_t i = 0; i < e->program->n_functions && !found; i++) {
    bool set = false;
    found = e->program->functions[i].body &&
            is_read(&r, e->program->functions[i].body, &set);
  }
  return found;
}

/* Return whether "node" or something below it writes the variable of "r". */
static bool is_written(const struct reading *r, const lcm_node *node) {
  bool found = node->kind == LCM_NODE_CALL && is_given(r, node);
  for (size_t i = 0; i < node->n_writes && !found; i++)
    found = node->writes[i].key == r->key;
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = is_written(r, node->children[i]);
  return found;
}

bool lcm_edit_is_read_behind(const struct lcm_edit_spot *spot,
                             const char *key) {
  const struct reading r = {spot->node, key, false};
  const lcm_node *below = spot->node;
  for (size_t n = spot->n_above; n-- > 0; below = spot->above[n]) {
    const lcm_node *around = spot->above[n];
    size_t i = 0;
    while (i < around->n_children && around->children[i] != below)
      i++;
    for (i++; around->kind == LCM_NODE_SERIES && i < around->n_children; i++)
      if (is_named(&r, around->children[i]))
        return !is_written(&r, around->children[i]);
  }
  return false;
}
