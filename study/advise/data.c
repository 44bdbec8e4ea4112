/* Kinds of shared data: who reads and writes it. */
#include <string.h>

#include "composer/trace/trace.h"
#include "study/advise/data.h"
#include "study/advise/site.h"

/* What is known of a variable.
 * reads, writes  in how many places
 * apart          accesses by threads or iterations at the same time, and apart
 *                from them those of one: alone */
struct use {
  const char *key; /* of it */
  struct lcm_shared_datum datum;
  size_t many_reads;
  size_t many_writes;
  /* locked, added, chosen: of the writes by many: under a lock, with a read in
   * the same statement, and below a condition there */
  size_t locked;
  size_t added;
  size_t chosen;
  /* own, unknown: of the accesses by many: of a part that goes with the
   * iteration, and of elements that only the run knows */
  size_t own;
  size_t unknown;
  /* from the iteration to its part, mixed: not always the same */
  const lcm_expr *offset;
  bool mixed;
};

typedef LCM_LIST(struct use) uses;

/* Return the use of the variable of "touch" among "all". */
static struct use *use_of(lcm_ctx *ctx, uses *all, const lcm_touch *touch) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i].key == touch->section.key)
      return &all->at[i];
  const struct use fresh = {
      .key = touch->section.key,
      .datum = {.datum = touch->section.datum, .at = touch->node->loc}};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), all, fresh);
  return &all->at[all->n - 1];
}

/* Return the first element of "section" as it depends on the index "name"
 * (NULL: none), less that; NULL where it does not. */
static const lcm_expr *offset_of(lcm_ctx *ctx, const lcm_section *section,
                                 const char *name) {
  for (size_t i = 0; name && i < section->n_extents; i++) {
    const lcm_expr *lower = section->extents[i].lower;
    if (lower && lcm_expr_has(lower, name))
      return lcm_expr_sub(ctx, lower, lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  }
  return NULL;
}

/* Note in "use" which part "touch" means. */
static void count_part(lcm_ctx *ctx, struct use *use, const lcm_touch *touch) {
  const lcm_expr *offset = offset_of(ctx, &touch->section, touch->divided);
  if (!offset)
    return;
  use->own++;
  use->mixed = use->mixed || (use->offset && use->offset != offset);
  use->offset = offset;
}

/* Return whether nobody knows which elements "section" means. */
static bool is_unknown(const lcm_section *section) {
  if (section->exact || section->maybe)
    return false;
  for (size_t i = 0; i < section->n_extents; i++)
    if (!section->extents[i].field && !section->extents[i].lower)
      return true;
  return section->why != NULL;
}

/* Return whether "node" also reads the variable "key". */
static bool reads(const lcm_node *node, const char *key) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (node->reads[i].key == key)
      return true;
  return false;
}

/* Return whether a condition around "site" decides inside of its lock. */
static bool is_chosen(const struct lcm_advised_site *site) {
  bool inside = false;
  for (size_t i = 0; i < site->n_above; i++) {
    inside = inside || site->above[i]->kind == LCM_NODE_USING;
    if (inside && site->above[i]->kind == LCM_NODE_BRANCH)
      return true;
  }
  return false;
}

/* Count the write "touch" at "site" by several at the same time. */
static void count_write(struct use *use, const lcm_touch *touch,
                        const struct lcm_advised_site *site) {
  use->many_writes++;
  if (!lcm_site_around(site, LCM_NODE_USING))
    return;
  use->locked++;
  use->chosen += is_chosen(site) || touch->maybe || touch->section.maybe;
  use->added += reads(touch->node, touch->section.key);
}

/* Count "touch". */
static void count(struct lcm_advising *a, uses *all, const lcm_touch *touch) {
  const struct lcm_advised_site *site = lcm_advise_site(a, touch->node);
  if (!site || touch->section.is_private)
    return;
  struct use *use = use_of(a->ctx, all, touch);
  if (touch->write && !use->datum.writes)
    use->datum.at = touch->node->loc;
  use->datum.reads += !touch->write;
  use->datum.writes += touch->write;
  if (site->who == LCM_BY_ONE && !touch->divided)
    return;
  if (touch->write)
    count_write(use, touch, site);
  else
    use->many_reads++;
  count_part(a->ctx, use, touch);
  use->unknown += is_unknown(&touch->section);
}

/* Return the kind of what is used as "use" says, by several at the same
 * time. */
static lcm_shared_kind kind_of(const struct use *use) {
  const size_t many = use->many_reads + use->many_writes;
  if (!use->many_writes)
    return use->datum.writes ? LCM_SHARED_WRITE_ONCE : LCM_SHARED_READ_ONLY;
  if (use->unknown && use->locked == use->many_writes)
    return LCM_SHARED_TABLE;
  if (use->chosen && use->locked == use->many_writes)
    return LCM_SHARED_BOUND;
  if (use->added && use->locked == use->many_writes)
    return LCM_SHARED_ACCUMULATOR;
  if (use->own == many && !use->mixed)
    return LCM_SHARED_DIVIDED;
  return use->unknown ? LCM_SHARED_TABLE : LCM_SHARED_EXCHANGED;
}

lcm_status lcm_advise_data(lcm_advice *out, struct lcm_advising *a) {
  const lcm_data *data = NULL;
  uses all = {0};
  LCM_LIST(struct lcm_shared_datum) shared = {0};
  const lcm_status status = lcm_data_trace_all(&data, a->ctx, a->program);
  if (status)
    return status;
  for (size_t i = 0; i < data->n_touches; i++)
    count(a, &all, &data->touches[i]);
  for (size_t i = 0; i < all.n; i++) {
    struct use *use = &all.at[i];
    if (!use->many_reads && !use->many_writes)
      continue;
    use->datum.kind = kind_of(use);
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &shared, use->datum);
  }
  out->data = shared.at;
  out->n_data = shared.n;
  return LCM_OK;
}
