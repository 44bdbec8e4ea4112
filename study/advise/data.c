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
  /* locked, added, chosen: of the writes by many: under a lock, only combined
   * with something, and below a condition there */
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

/* A variable that each thread has for itself, and that is set in "function". */
struct own {
  size_t function;
  const char *name;
};

/* The uses of all variables, and what threads have of their own meanwhile. */
struct uses {
  LCM_LIST(struct use) of;
  LCM_LIST(struct own) own;
};

/* Return the use of the variable of "touch" among "all". */
static struct use *use_of(lcm_ctx *ctx, struct uses *all,
                          const lcm_touch *touch) {
  for (size_t i = 0; i < all->of.n; i++)
    if (all->of.at[i].key == touch->section.key)
      return &all->of.at[i];
  const struct use fresh = {
      .key = touch->section.key,
      .datum = {.datum = touch->section.datum, .at = touch->node->loc}};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &all->of, fresh);
  return &all->of.at[all->of.n - 1];
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

/* Return whether "name" is the index of a loop around "touch", or of a range
 * that its section is the union over. */
static bool is_index(const lcm_touch *touch, const char *name) {
  for (size_t i = 0; i < touch->n_ranges; i++)
    if (touch->ranges[i].index == name)
      return true;
  for (size_t i = 0; i < touch->section.n_over; i++)
    if (touch->section.over[i].index == name)
      return true;
  return false;
}

/* Return whether a variable of the function "number" that is no index of a loop
 * says which elements "touch" means. */
static bool is_picked(const struct uses *all, const lcm_touch *touch,
                      size_t number) {
  for (size_t i = 0; i < all->own.n; i++) {
    const struct own *own = &all->own.at[i];
    if (own->function != number || is_index(touch, own->name))
      continue;
    for (size_t k = 0; k < touch->section.n_extents; k++)
      if (touch->section.extents[k].lower &&
          lcm_expr_has(touch->section.extents[k].lower, own->name))
        return true;
  }
  return false;
}

/* Put what threads have of their own and set into "all". */
static void find_own(struct uses *all, const struct lcm_advising *a) {
  for (size_t i = 0; i < a->sites.n; i++) {
    const lcm_node *node = a->sites.at[i].node;
    for (size_t k = 0; k < node->n_writes; k++) {
      const struct own own = {a->sites.at[i].function, node->writes[k].datum};
      if (node->writes[k].is_private)
        LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &all->own, own);
    }
  }
}

/* Return whether "touch" is what a function from elsewhere may do to what its
 * arguments point to. */
static bool is_feared(const struct lcm_advising *a, const lcm_touch *touch) {
  const lcm_function *callee =
      touch->node->kind == LCM_NODE_CALL
          ? lcm_program_function(a->program, touch->node->u.call.callee)
          : NULL;
  return touch->node->kind == LCM_NODE_CALL && (!callee || !callee->body);
}

/* Return whether one member of a team executes "site" once while the others
 * wait for it. */
static bool is_once(const struct lcm_advised_site *site) {
  bool inside = false;
  for (size_t i = 0; i < site->n_above; i++) {
    const lcm_node_kind kind = site->above[i]->kind;
    inside = inside || kind == LCM_NODE_TEAM;
    if (inside && (kind == LCM_NODE_LOOP || kind == LCM_NODE_WHILE))
      return false;
  }
  return inside && site->who == LCM_BY_SINGLE;
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
  use->added += touch->section.added;
}

/* Count "touch", which is no access to what threads have of their own. */
static void count(struct lcm_advising *a, struct uses *all,
                  const lcm_touch *touch) {
  const struct lcm_advised_site *site = lcm_advise_site(a, touch->node);
  if (!site || touch->section.is_private)
    return;
  const bool alone =
      !touch->divided && (site->who == LCM_BY_ONE || is_once(site));
  struct use *use = use_of(a->ctx, all, touch);
  if (!alone && touch->write && is_feared(a, touch)) {
    use->datum.unless = touch->node->u.call.callee;
    return;
  }
  if (touch->write && !use->datum.writes)
    use->datum.at = touch->node->loc;
  use->datum.reads += !touch->write;
  use->datum.writes += touch->write;
  if (alone)
    return;
  if (touch->write)
    count_write(use, touch, site);
  else
    use->many_reads++;
  count_part(a->ctx, use, touch);
  if (is_feared(a, touch))
    return;
  use->unknown +=
      is_unknown(&touch->section) || is_picked(all, touch, site->function);
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
  struct uses all = {.of = {0}};
  LCM_LIST(struct lcm_shared_datum) shared = {0};
  const lcm_status status = lcm_data_trace_all(&data, a->ctx, a->program);
  if (status)
    return status;
  find_own(&all, a);
  for (size_t i = 0; i < data->n_touches; i++)
    count(a, &all, &data->touches[i]);
  for (size_t i = 0; i < all.of.n; i++) {
    struct use *use = &all.of.at[i];
    if (!use->many_reads && !use->many_writes)
      continue;
    use->datum.kind = kind_of(use);
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &shared, use->datum);
  }
  out->data = shared.at;
  out->n_data = shared.n;
  return LCM_OK;
}
