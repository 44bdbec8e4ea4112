/* The verb reduce: each thread does alone what was done under a lock. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/caller.h"
#include "model/edit/kinds/lock.h"

/* A lock that becomes a reduction. */
struct reducing {
  struct lcm_editing *e;
  const struct lcm_edit_spot *spot;
  const lcm_node *const *body; /* the "n" nodes that are executed under it */
  size_t n;
  /* where it is given back, NULL where the node of the lock has the body */
  const lcm_node *release;
  /* the outermost loop around it that a thread executes */
  struct lcm_edit_spot loop;
  struct lcm_edit_accesses owned; /* what the body touches */
};

static bool is_loop(const lcm_node *node) {
  return lcm_node_is_loop(node->kind);
}

bool lcm_edit_can_reduce(const struct lcm_edit_spot *spot) {
  if (spot->node->kind != LCM_NODE_USING &&
      spot->node->kind != LCM_NODE_ACQUIRE)
    return false;
  for (size_t i = 0; i < spot->n_above; i++)
    if (spot->above[i]->kind == LCM_NODE_TEAM || is_loop(spot->above[i]))
      return true;
  return false;
}

/* ---- where --------------------------------------------------------------- */

/* Put the outermost loop around the lock, inside the team where the function
 * has one, into r->loop. */
static lcm_status find_loop(struct reducing *r) {
  const struct lcm_edit_spot *spot = r->spot;
  struct lcm_edit_callers callers;
  bool team = false;
  for (size_t i = 0; i < spot->n_above; i++) {
    const lcm_node *node = spot->above[i];
    if (node->kind == LCM_NODE_TEAM) {
      r->loop.node = NULL;
      team = true;
    } else if (!r->loop.node && is_loop(node))
      r->loop = (struct lcm_edit_spot){spot->function, node, spot->above, i};
  }
  if (!r->loop.node)
    return lcm_edit_wrong(r->e, spot->node,
                          "each thread takes the lock once: a reduction takes "
                          "it as often");
  lcm_edit_find_callers(&callers, r->e, spot->function);
  return team || callers.team || callers.member
             ? LCM_OK
             : lcm_edit_wrong(r->e, spot->node,
                              "no team of threads comes here");
}

/* Return whether "a" and "b" are of the same lock. */
static bool is_same(const lcm_node *a, const lcm_node *b) {
  const struct lcm_instance *x = a->u.resource.instances;
  const struct lcm_instance *y = b->u.resource.instances;
  bool same = a->u.resource.n_instances == 1 &&
              b->u.resource.n_instances == 1 && !strcmp(x->name, y->name) &&
              x->n_indices == y->n_indices;
  for (size_t i = 0; same && i < x->n_indices; i++)
    same = x->indices[i] == y->indices[i];
  return same;
}

/* Find what is done under the lock. */
static lcm_status find_body(struct reducing *r) {
  const lcm_node *node = r->spot->node;
  const lcm_node *block = lcm_edit_parent(r->spot);
  r->body = node->children;
  r->n = node->n_children;
  if (node->kind == LCM_NODE_USING)
    return LCM_OK;
  const size_t from = block->kind == LCM_NODE_SERIES
                          ? lcm_edit_index(block, node) + 1
                          : block->n_children;
  for (size_t i = from; i < block->n_children; i++) {
    const lcm_node *next = block->children[i];
    if (next->kind != LCM_NODE_RELEASE || !is_same(node, next))
      continue;
    r->body = block->children + from;
    r->n = i - from;
    r->release = next;
    return LCM_OK;
  }
  return lcm_edit_wrong(r->e, node,
                        "the lock is not given back in the same block");
}

/* ---- what has to hold ---------------------------------------------------- */

/* Return whether "all" reads "section". */
static bool reads(const struct lcm_edit_accesses *all,
                  const lcm_section *section) {
  for (size_t i = 0; i < all->of.n; i++)
    if (!all->of.at[i].writes && all->of.at[i].section->key == section->key)
      return true;
  return false;
}

/* Return how often the body writes "section"; "*added" and "*rounded": all of
 * them only add to it, and one rounds. */
static size_t count_writes(const struct lcm_edit_accesses *all,
                           const lcm_section *section, bool *added,
                           bool *rounded) {
  size_t n = 0;
  *added = true;
  *rounded = false;
  for (size_t i = 0; i < all->of.n; i++) {
    const lcm_section *other = all->of.at[i].section;
    if (!all->of.at[i].writes || other->key != section->key)
      continue;
    *added = *added && other->added;
    *rounded = *rounded || other->rounded;
    n++;
  }
  return n;
}

/* Say what is known of how the body combines "section" with something. */
static void say_combined(struct reducing *r, const lcm_section *section) {
  bool added = false;
  bool rounded = false;
  const size_t n = count_writes(&r->owned, section, &added, &rounded);
  if (!added || n > 1) {
    lcm_edit_premise(r->e, false,
                     "'%s' is only combined with something under the lock, in "
                     "any order",
                     section->datum);
    return;
  }
  lcm_edit_premise(r->e, true,
                   "'%s' is a reduction: nothing else is done with it under "
                   "the lock",
                   section->datum);
  if (rounded)
    lcm_edit_premise(r->e, false,
                     "the order in which '%s' is added to does not matter",
                     section->datum);
}

/* Check that the body of the lock only adds to what it writes. */
static lcm_status check_body(struct reducing *r) {
  const lcm_function *function = &r->e->program->functions[r->spot->function];
  const char *last = NULL;
  for (size_t i = 0; i < r->n; i++)
    lcm_edit_touch(&r->owned, r->e, function, r->body[i]);
  for (size_t i = 0; i < r->owned.of.n; i++) {
    const struct lcm_edit_access *access = &r->owned.of.at[i];
    if (!access->writes || access->section->key == last)
      continue;
    last = access->section->key;
    if (!reads(&r->owned, access->section))
      return lcm_edit_refuse(r->e, access->node,
                             "'%s' is set under the lock, not added to",
                             access->section->datum);
    say_combined(r, access->section);
  }
  if (r->owned.why)
    lcm_edit_premise(r->e, false,
                     "each thread may do once what is done under the lock in "
                     "%s (%s)",
                     lcm_edit_at(r->e->ctx, r->owned.where), r->owned.why);
  return last ? LCM_OK
              : lcm_edit_wrong(r->e, r->spot->node,
                               "nothing that is shared is written under it");
}

/* Return whether "node" lies in what is done under the lock. */
static bool is_under(const struct reducing *r, const lcm_node *node) {
  for (size_t i = 0; i < r->n; i++)
    if (lcm_node_holds(r->body[i], node))
      return true;
  return false;
}

/* Check that nothing else in the loop touches what the lock guards. */
static lcm_status check_others(struct reducing *r) {
  const lcm_function *function = &r->e->program->functions[r->spot->function];
  struct lcm_edit_accesses all = {.shared = true};
  lcm_edit_touch(&all, r->e, function, r->loop.node);
  for (size_t i = 0; i < all.of.n; i++) {
    const struct lcm_edit_access *access = &all.of.at[i];
    if (is_under(r, access->node))
      continue;
    for (size_t k = 0; k < r->owned.of.n; k++)
      if (r->owned.of.at[k].writes &&
          r->owned.of.at[k].section->key == access->section->key)
        return lcm_edit_refuse(r->e, access->node,
                               "'%s' is used in the loop without the lock",
                               access->section->datum);
  }
  if (!all.why)
    lcm_edit_premise(r->e, true,
                     "nothing else in the loop uses what the lock guards");
  else
    lcm_edit_premise(r->e, false,
                     "nothing else in the loop uses what the lock guards, also "
                     "in %s (%s)",
                     lcm_edit_at(r->e->ctx, all.where), all.why);
  return LCM_OK;
}

/* ---- making -------------------------------------------------------------- */

/* Return "node" without the lock. */
static const lcm_node *unlocked(struct reducing *r, const lcm_node *node) {
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  if (node == r->spot->node) {
    lcm_node *body =
        lcm_edit_node(r->e, LCM_NODE_SERIES, node, node->children,
                      node->kind == LCM_NODE_USING ? node->n_children : 0);
    body->models = node->models;
    body->n_models = node->n_models;
    return body;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child =
        node->children[i] == r->release ? NULL : unlocked(r, node->children[i]);
    changed = changed || child != node->children[i];
    if (child)
      LCM_LIST_ADD(lcm_ctx_arena(r->e->ctx), &children, child);
  }
  return changed ? lcm_edit_with_children(r->e, node, children.at, children.n)
                 : node;
}

/* Return whether something under the lock speaks of "name". */
static bool speaks_of(const struct reducing *r, const char *name) {
  for (size_t i = 0; i < r->n; i++)
    if (lcm_node_mentions(r->body[i], name))
      return true;
  return false;
}

/* Return whether what "node" costs depends on "name". */
static bool costs_by(const lcm_node *node, const char *name) {
  lcm_node own = *node;
  own.n_children = own.n_reads = own.n_writes = 0;
  if (lcm_node_mentions(&own, name))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (costs_by(node->children[i], name))
      return true;
  return false;
}

/* Return whether what is done under the lock costs what "name" says. */
static bool cost_varies(const struct reducing *r, const char *name) {
  for (size_t i = 0; i < r->n; i++)
    if (costs_by(r->body[i], name))
      return true;
  return costs_by(r->spot->node, name);
}

typedef LCM_LIST(const lcm_node *) node_list;

/* Let the indices of the loop "loop" that what is done under the lock speaks of
 * have their last values behind it. */
static void add_indices(node_list *out, struct reducing *r,
                        const lcm_node *loop) {
  for (size_t i = 0; i < loop->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &loop->u.loop.ranges[i];
    if (!range->to || !speaks_of(r, range->index))
      continue;
    lcm_node *let = lcm_edit_node(r->e, LCM_NODE_LET, loop, NULL, 0);
    let->u.let = (struct lcm_assign){range->index, range->to};
    LCM_LIST_ADD(lcm_ctx_arena(r->e->ctx), out, let);
    if (cost_varies(r, range->index))
      lcm_edit_premise(r->e, false,
                       "what is done under the lock takes as long as in the "
                       "last iteration over '%s'",
                       range->index);
  }
}

/* Return the loop without the lock and, behind it, once what is done under it,
 * for the sum of the thread. */
static const lcm_node *with_sums(struct reducing *r) {
  lcm_arena *arena = lcm_ctx_arena(r->e->ctx);
  node_list all = {0};
  LCM_LIST_ADD(arena, &all, unlocked(r, r->loop.node));
  for (size_t i = r->loop.n_above; i < r->spot->n_above; i++)
    if (is_loop(r->spot->above[i]))
      add_indices(&all, r, r->spot->above[i]);
  LCM_LIST_ADD(arena, &all, lcm_edit_copy(r->e, r->spot->node));
  for (size_t i = 0; r->release && i < r->n; i++)
    LCM_LIST_ADD(arena, &all, lcm_edit_copy(r->e, r->body[i]));
  if (r->release)
    LCM_LIST_ADD(arena, &all, lcm_edit_copy(r->e, r->release));
  return lcm_edit_node(r->e, LCM_NODE_SERIES, r->loop.node, all.at, all.n);
}

lcm_status lcm_edit_reduce(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  struct reducing r = {.e = e, .spot = spots, .owned = {.shared = true}};
  lcm_status status = find_loop(&r);
  (void)n;
  status = status ? status : find_body(&r);
  status = status ? status : check_body(&r);
  status = status ? status : check_others(&r);
  if (!status)
    lcm_edit_change(e, r.loop.node, with_sums(&r));
  return status;
}
