/* The verbs unlock, check and partition: less is done under a lock. */
#include <string.h>

#include "model/edit/core/argument.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/guard.h"
#include "model/edit/kinds/lock.h"

/* What a lock guards. */
struct guard {
  struct lcm_editing *e;
  const struct lcm_edit_spot *spot;
  /* team, loop: the team around it, and the outermost loop between both that
   * the team divides; NULL: none */
  const lcm_node *team;
  const lcm_node *loop;
  /* accesses under the lock, in a round of the loop */
  struct lcm_edit_accesses inside;
  struct lcm_edit_accesses outside; /* accesses elsewhere in the team */
  /* accesses that are not seen through; NULL: all are known */
  const char *why;
};

/* Return whether "spot" is a lock in a team of its function: what else the team
 * touches is known then. */
static bool is_in_team(const struct lcm_edit_spot *spot) {
  bool team = false;
  for (size_t i = 0; i < spot->n_above; i++)
    team = team || spot->above[i]->kind == LCM_NODE_TEAM;
  return team && lcm_edit_can_reduce(spot);
}

/* Put the team around the lock of "g" and its loop into it. */
static void find_team(struct guard *g) {
  for (size_t i = 0; i < g->spot->n_above; i++) {
    const lcm_node *node = g->spot->above[i];
    if (node->kind == LCM_NODE_TEAM) {
      g->team = node;
      g->loop = NULL;
    } else if (node->kind == LCM_NODE_PARLOOP && !g->loop) {
      g->loop = node;
    }
  }
}

/* Add the accesses of "all" that are under the lock of "g", or are not, to
 * "out". */
static void sort_out(struct lcm_edit_accesses *out, const struct guard *g,
                     const struct lcm_edit_accesses *all, bool under) {
  for (size_t i = 0; i < all->of.n; i++)
    if (lcm_node_holds(g->spot->node, all->of.at[i].node) == under)
      LCM_LIST_ADD(lcm_ctx_arena(g->e->ctx), &out->of, all->of.at[i]);
}

/* Return what is touched under the lock at "spot", and beside it. */
static struct guard guard_of(struct lcm_editing *e,
                             const struct lcm_edit_spot *spot) {
  const lcm_function *function = &e->program->functions[spot->function];
  struct guard g = {.e = e, .spot = spot};
  struct lcm_edit_accesses all = {.part = 0};
  struct lcm_edit_accesses round = {.part = 0};
  find_team(&g);
  lcm_edit_touch(&all, e, function, g.team);
  lcm_edit_touch(&round, e, function,
                 g.loop ? lcm_edit_round(e, g.loop) : g.team);
  sort_out(&g.inside, &g, &round, true);
  sort_out(&g.outside, &g, &all, false);
  g.why = all.why;
  return g;
}

/* What is forbidden outside of a lock. */
enum conflict {
  WRITING,  /* what is written under it is written */
  TOUCHING, /* it is written or read */
  CHANGING  /* that, and what is read under it is written */
};

/* Return whether "other" must not be without the lock, "own" being under it. */
static bool conflicts(const struct lcm_edit_access *own,
                      const struct lcm_edit_access *other,
                      enum conflict conflict) {
  if (own->section->key != other->section->key)
    return false;
  return other->writes ? own->writes || conflict == CHANGING
                       : own->writes && conflict != WRITING;
}

/* Check that there is no "conflict" with what the rest of the team touches. */
static lcm_status check_outside(struct guard *g, enum conflict conflict) {
  for (size_t i = 0; i < g->outside.of.n; i++) {
    const struct lcm_edit_access *other = &g->outside.of.at[i];
    for (size_t k = 0; k < g->inside.of.n; k++)
      if (conflicts(&g->inside.of.at[k], other, conflict))
        return lcm_edit_refuse(
            g->e, other->node, "'%s' is %s in the region without the lock",
            other->section->datum, other->writes ? "written" : "read");
  }
  return LCM_OK;
}

/* Return an access of "g" that writes, a single variable before elements of
 * arrays; NULL for none. */
static const struct lcm_edit_access *written(const struct guard *g) {
  const struct lcm_edit_access *found = NULL;
  for (size_t i = 0; i < g->inside.of.n; i++) {
    const struct lcm_edit_access *access = &g->inside.of.at[i];
    if (access->writes && (!found || !access->section->n_extents))
      found = access;
  }
  return found;
}

/* ---- without a lock ------------------------------------------------------ */

bool lcm_edit_can_unlock(const struct lcm_edit_spot *spot) {
  return is_in_team(spot);
}

/* Check that the iterations of the loop of "g" write different elements under
 * the lock, for certain. */
static lcm_status check_own(struct guard *g,
                            const struct lcm_edit_access *write) {
  struct lcm_editing *e = g->e;
  const size_t before = e->premises.n;
  if (!g->loop || !write->section->n_extents)
    return lcm_edit_refuse(e, write->node, "all threads write '%s' there",
                           write->section->datum);
  const struct lcm_edit_order order = {
      .range = &g->loop->u.loop.ranges[0],
      .later = true,
      .what = "what different iterations do under the lock",
      .shared = true};
  lcm_status status =
      lcm_edit_independent(e, &g->inside, &g->inside, &order, g->spot);
  for (size_t i = before; i < e->premises.n && !status; i++)
    if (!e->premises.at[i].proved)
      status =
          lcm_edit_refuse(e, write->node,
                          "it is not known that threads write different parts "
                          "of '%s'",
                          write->section->datum);
  return status;
}

lcm_status lcm_edit_unlock(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  struct guard g = guard_of(e, spots);
  const struct lcm_edit_access *write = written(&g);
  lcm_status status = check_outside(&g, CHANGING);
  (void)n;
  if (!status && g.why)
    status = lcm_edit_refuse(
        e, spots->node, "it is not known what the region touches: %s", g.why);
  if (!status && write)
    status = check_own(&g, write);
  if (status)
    return status;
  lcm_edit_premise(e, true,
                   "nothing else in the region writes what the lock guards");
  lcm_node *body =
      lcm_edit_node(e, LCM_NODE_SERIES, spots->node, spots->node->children,
                    spots->node->n_children);
  body->models = spots->node->models;
  body->n_models = spots->node->n_models;
  lcm_edit_change(e, spots->node, body);
  return LCM_OK;
}

/* ---- a look before the lock ---------------------------------------------- */

/* Return whether "node" only works out a condition. */
static bool is_question(const lcm_node *node) {
  for (size_t i = 0; i < node->n_writes; i++)
    if (!node->writes[i].is_private)
      return false;
  return node->kind == LCM_NODE_FRAGMENT;
}

/* Return the block under the lock "node" that consists of a condition and what
 * it decides, a BRANCH behind what works it out; NULL where that is something
 * else. */
static const lcm_node *choice(const lcm_node *node) {
  while (node->n_children == 1 && !node->n_models &&
         (node->kind == LCM_NODE_SERIES || node->kind == LCM_NODE_USING) &&
         node->children[0]->kind != LCM_NODE_BRANCH)
    node = node->children[0];
  if (!node->n_children || node->n_models ||
      (node->kind != LCM_NODE_SERIES && node->kind != LCM_NODE_USING) ||
      node->children[node->n_children - 1]->kind != LCM_NODE_BRANCH)
    return NULL;
  for (size_t i = 0; i + 1 < node->n_children; i++)
    if (!is_question(node->children[i]))
      return NULL;
  return node;
}

bool lcm_edit_can_check(const struct lcm_edit_spot *spot) {
  return is_in_team(spot) && choice(spot->node);
}

/* Return whether nothing is done in all alternatives of "branch" but the
 * first. */
static bool is_single(const lcm_node *branch) {
  for (size_t i = 1; i < branch->n_children; i++)
    if (branch->children[i]->n_children || branch->children[i]->n_writes ||
        branch->children[i]->n_models)
      return false;
  return branch->n_children > 0;
}

/* Return what is done under the lock of "spot" with the lock taken where the
 * condition of "block" held before; it is asked again under the lock. */
static const lcm_node *look_first(struct lcm_editing *e,
                                  const struct lcm_edit_spot *spot,
                                  const lcm_node *block) {
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  const size_t n = block->n_children;
  const lcm_node *branch = block->children[n - 1];
  const lcm_node **outside = LCM_NEW_ARRAY(arena, const lcm_node *, n);
  const lcm_node **inside = LCM_NEW_ARRAY(arena, const lcm_node *, n);
  const lcm_node **ways =
      LCM_NEW_ARRAY(arena, const lcm_node *, branch->n_children);
  for (size_t i = 0; i + 1 < n; i++) {
    outside[i] = lcm_edit_copy_all(e, block->children[i]);
    inside[i] = block->children[i];
  }
  inside[n - 1] = branch->children[0];
  const lcm_node *again = lcm_edit_node(e, LCM_NODE_SERIES, branch, inside, n);
  memcpy(ways, branch->children, branch->n_children * sizeof *ways);
  ways[0] = lcm_edit_with_children(e, spot->node, &again, 1);
  outside[n - 1] = lcm_edit_with_children(e, branch, ways, branch->n_children);
  return lcm_edit_node(e, LCM_NODE_SERIES, spot->node, outside, n);
}

lcm_status lcm_edit_check(struct lcm_editing *e,
                          const struct lcm_edit_spot *spots, size_t n) {
  struct guard g = guard_of(e, spots);
  const lcm_node *block = choice(spots->node);
  const lcm_node *branch = block->children[block->n_children - 1];
  const struct lcm_edit_access *write = written(&g);
  (void)n;
  if (!is_single(branch) || !write)
    return lcm_edit_wrong(e, branch,
                          "it is not that something is replaced on a "
                          "condition, and nothing else");
  const lcm_status status = check_outside(&g, WRITING);
  if (status)
    return status;
  lcm_edit_premise(e, false,
                   "'%s' changes in one direction only, so that an old value "
                   "may be compared without the lock",
                   write->section->datum);
  lcm_edit_change(e, spots->node, look_first(e, spots, block));
  return LCM_OK;
}

/* ---- many locks ---------------------------------------------------------- */

bool lcm_edit_can_partition(const struct lcm_edit_spot *spot) {
  return is_in_team(spot) && spot->node->u.resource.n_instances == 1 &&
         !spot->node->u.resource.instances[0].n_indices;
}

/* Return the innermost loop index around the lock that differs between threads,
 * or NULL. */
static const char *index_of(const struct guard *g) {
  return g->loop && g->loop->u.loop.n_ranges ? g->loop->u.loop.ranges[0].index
                                             : NULL;
}

/* Check that what is written under the lock of "g" are entries of tables. */
static lcm_status check_tables(struct guard *g) {
  const char *last = NULL;
  for (size_t i = 0; i < g->inside.of.n; i++) {
    const struct lcm_edit_access *access = &g->inside.of.at[i];
    if (!access->writes || access->section->key == last)
      continue;
    last = access->section->key;
    if (!access->section->n_extents)
      return lcm_edit_refuse(g->e, access->node,
                             "'%s' is one variable, not a table",
                             access->section->datum);
    lcm_edit_premise(g->e, false,
                     "each time one entry of '%s' is touched, and they are "
                     "spread evenly over the locks",
                     access->section->datum);
  }
  return last ? LCM_OK
              : lcm_edit_wrong(g->e, g->spot->node,
                               "nothing that is shared is written under it");
}

lcm_status lcm_edit_partition(struct lcm_editing *e,
                              const struct lcm_edit_spot *spots, size_t n) {
  struct guard g = guard_of(e, spots);
  const lcm_expr *parts = NULL;
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  const char *index = index_of(&g);
  lcm_status status = lcm_edit_expression(&parts, e, 0);
  (void)n;
  if (!status && !index)
    status = lcm_edit_wrong(e, spots->node,
                            "no loop that the threads share is around it");
  status = status ? status : check_tables(&g);
  status = status ? status : check_outside(&g, TOUCHING);
  if (status)
    return status;
  const lcm_expr **key = LCM_NEW_ARRAY(arena, const lcm_expr *, 1);
  struct lcm_instance *one = LCM_NEW(arena, struct lcm_instance);
  lcm_node *copy = lcm_edit_copy(e, spots->node);
  key[0] = lcm_expr_binary(e->ctx, LCM_X_MOD,
                           lcm_expr_symbol(e->ctx, index, LCM_DIM_NONE), parts);
  *one = copy->u.resource.instances[0];
  one->indices = key;
  one->n_indices = 1;
  copy->u.resource.instances = one;
  lcm_edit_change(e, spots->node, copy);
  return LCM_OK;
}
