#include <string.h>

#include "model/edit_internal.h"

/* A lock that becomes a reduction.
 * body   what is done under it
 * loop   the outermost loop of the team around it
 * owned  sections that the body writes */
struct reducing {
  struct lcm_editing *e;
  const struct lcm_edit_spot *spot;
  struct lcm_edit_spot loop;
  struct lcm_edit_accesses owned;
};

bool lcm_edit_can_reduce(const struct lcm_edit_spot *spot) {
  if (spot->node->kind != LCM_NODE_USING)
    return false;
  for (size_t i = 0; i < spot->n_above; i++)
    if (spot->above[i]->kind == LCM_NODE_TEAM)
      return true;
  return false;
}

/* Put the outermost loop between the team and the lock into r->loop; false
 * where there is none. */
static bool find_loop(struct reducing *r) {
  const struct lcm_edit_spot *spot = r->spot;
  for (size_t i = 0; i < spot->n_above; i++) {
    const lcm_node *node = spot->above[i];
    if (node->kind == LCM_NODE_TEAM)
      r->loop.node = NULL;
    else if (!r->loop.node &&
             (node->kind == LCM_NODE_PARLOOP || node->kind == LCM_NODE_LOOP ||
              node->kind == LCM_NODE_WHILE))
      r->loop = (struct lcm_edit_spot){spot->function, node, spot->above, i};
  }
  return r->loop.node != NULL;
}

/* Return whether "all" reads "section". */
static bool reads(const struct lcm_edit_accesses *all,
                  const lcm_section *section) {
  for (size_t i = 0; i < all->of.n; i++)
    if (!all->of.at[i].writes && all->of.at[i].section->key == section->key)
      return true;
  return false;
}

/* Check that the body of the lock only adds to what it writes. */
static lcm_status check_body(struct reducing *r) {
  const lcm_function *function = &r->e->program->functions[r->spot->function];
  const char *last = NULL;
  for (size_t i = 0; i < r->spot->node->n_children; i++)
    lcm_edit_touch(&r->owned, r->e, function, r->spot->node->children[i]);
  for (size_t i = 0; i < r->owned.of.n; i++) {
    const struct lcm_edit_access *access = &r->owned.of.at[i];
    if (!access->writes || access->section->key == last)
      continue;
    last = access->section->key;
    if (!reads(&r->owned, access->section))
      return lcm_edit_refuse(r->e, access->node,
                             "'%s' is set under the lock, not added to",
                             access->section->datum);
    lcm_edit_premise(r->e, false,
                     "the order in which '%s' is added to does not matter",
                     access->section->datum);
  }
  return last ? LCM_OK
              : lcm_edit_wrong(r->e, r->spot->node,
                               "nothing that is shared is written under it");
}

/* Return whether "node" lies in the body of the lock. */
static bool is_inside(const lcm_node *root, const lcm_node *node) {
  if (root == node)
    return true;
  for (size_t i = 0; i < root->n_children; i++)
    if (is_inside(root->children[i], node))
      return true;
  return false;
}

/* Check that nothing else in the loop touches what the lock guards. */
static lcm_status check_others(struct reducing *r) {
  const lcm_function *function = &r->e->program->functions[r->spot->function];
  struct lcm_edit_accesses all = {.part = 0};
  lcm_edit_touch(&all, r->e, function, r->loop.node);
  for (size_t i = 0; i < all.of.n; i++) {
    const struct lcm_edit_access *access = &all.of.at[i];
    if (is_inside(r->spot->node, access->node))
      continue;
    for (size_t k = 0; k < r->owned.of.n; k++)
      if (r->owned.of.at[k].writes &&
          r->owned.of.at[k].section->key == access->section->key)
        return lcm_edit_refuse(r->e, access->node,
                               "'%s' is used in the loop without the lock",
                               access->section->datum);
  }
  lcm_edit_premise(r->e, !all.why,
                   "nothing else in the loop uses what the lock guards");
  return LCM_OK;
}

/* Return the loop with the body of the lock without it. */
static const lcm_node *unlocked(struct reducing *r, const lcm_node *node) {
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  if (node == r->spot->node) {
    lcm_node *body = lcm_edit_node(r->e, LCM_NODE_SERIES, node, node->children,
                                   node->n_children);
    body->models = node->models;
    body->n_models = node->n_models;
    return body;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = unlocked(r, node->children[i]);
    changed = changed || child != node->children[i];
    LCM_LIST_ADD(lcm_ctx_arena(r->e->ctx), &children, child);
  }
  return changed ? lcm_edit_with_children(r->e, node, children.at, children.n)
                 : node;
}

lcm_status lcm_edit_reduce(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  struct reducing r = {.e = e, .spot = spots};
  (void)n;
  if (!find_loop(&r))
    return lcm_edit_wrong(e, spots->node,
                          "each thread takes the lock once: a reduction takes "
                          "it as often");
  lcm_status status = check_body(&r);
  status = status ? status : check_others(&r);
  if (status)
    return status;
  const lcm_node *const both[] = {unlocked(&r, r.loop.node),
                                  lcm_edit_copy(e, spots->node)};
  lcm_edit_change(e, r.loop.node,
                  lcm_edit_node(e, LCM_NODE_SERIES, r.loop.node, both, 2));
  return LCM_OK;
}
