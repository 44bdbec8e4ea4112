/* The verbs reduce, unlock: locks. */
#include <string.h>

#include "study/patch/locks.h"

/* ---- what is under a lock ------------------------------------------------ */

/* A lock and what is done under it. */
struct lock {
  const lcm_node *const *body; /* "n" nodes */
  size_t n;
  const lcm_node *release; /* NULL: the node has the body */
};

/* Put the lock at "spot" into "*out"; false where it is not given back in its
 * block. */
static bool lock_of(struct lock *out, const struct lcm_edit_spot *spot) {
  const lcm_node *node = spot->node;
  const lcm_node *block = spot->n_above ? spot->above[spot->n_above - 1] : NULL;
  *out = (struct lock){.body = node->children, .n = node->n_children};
  if (node->kind == LCM_NODE_USING)
    return true;
  size_t first = 0;
  for (size_t i = 0; block && i < block->n_children; i++) {
    const lcm_node *one = block->children[i];
    if (one == node)
      first = i + 1;
    if (!first || one->kind != LCM_NODE_RELEASE ||
        strcmp(one->u.resource.instances[0].name,
               node->u.resource.instances[0].name) != 0)
      continue;
    *out = (struct lock){block->children + first, i - first, one};
    return true;
  }
  return false;
}

/* Let the statement that "node" is go. */
static bool drop_statement(struct lcm_patching *p, const lcm_node *node) {
  struct lcm_patch_source *source = lcm_patch_source_of(p, node);
  if (!source)
    return false;
  const size_t end =
      lcm_source_statement_end(source, node->loc.begin, node->loc.end);
  if (!end || !lcm_source_is_statement(source, node->loc.begin))
    return lcm_patch_cannot(p, node, "it is a part of a statement");
  lcm_source_delete(source, node->loc.begin, end);
  return true;
}

/* Let the lock "lock" at "spot" go. */
static bool drop_lock(struct lcm_patching *p, const struct lcm_edit_spot *spot,
                      const struct lock *lock) {
  if (lock->release)
    return drop_statement(p, spot->node) && drop_statement(p, lock->release);
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spot);
  if (!directive)
    return false;
  directive->dropped = true;
  return true;
}

bool lcm_patch_unlock(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n) {
  struct lock lock;
  (void)n;
  return lock_of(&lock, spots) ? drop_lock(p, spots, &lock)
                               : lcm_patch_cannot(p, spots->node,
                                                  "the lock is not given back "
                                                  "in the same block");
}

/* ---- reduce -------------------------------------------------------------- */

/* The sums that are made under a lock. */
struct sums {
  struct lcm_patching *p;
  LCM_LIST(const lcm_section *) all; /* each variable once */
  const lcm_node *bad;               /* that does something else, or NULL */
};

/* Note in "user" what "node" sums up. */
static lcm_status find_sums(const lcm_node *node, void *user) {
  struct sums *s = user;
  for (size_t i = 0; i < node->n_writes; i++) {
    const lcm_section *one = &node->writes[i];
    bool known = false;
    if (one->is_private && !one->combined)
      continue;
    if (!one->combined || one->n_extents)
      s->bad = node;
    for (size_t k = 0; k < s->all.n; k++)
      known = known || s->all.at[k]->key == one->key;
    if (!known)
      LCM_LIST_ADD(lcm_ctx_arena(s->p->ctx), &s->all, one);
  }
  if (node->kind == LCM_NODE_CALL)
    s->bad = node;
  return LCM_OK;
}

/* Return the directive around "spot" that divides iterations, or else makes the
 * team; NULL, and a diagnostic, where none is in the text. */
static struct lcm_patch_directive *
directive_around(struct lcm_patching *p, const struct lcm_edit_spot *spot) {
  for (size_t i = spot->n_above; i-- > 0;) {
    const struct lcm_edit_spot around = {spot->function, spot->above[i],
                                         spot->above, i};
    if (around.node->kind != LCM_NODE_PARLOOP &&
        around.node->kind != LCM_NODE_TEAM)
      continue;
    return lcm_patch_need_directive(p, &around);
  }
  lcm_patch_cannot(p, spot->node, "the team is made in another function");
  return NULL;
}

bool lcm_patch_reduce(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n) {
  struct lock lock;
  struct sums sums = {.p = p};
  (void)n;
  if (!lock_of(&lock, spots))
    return lcm_patch_cannot(p, spots->node,
                            "the lock is not given back in the same block");
  for (size_t i = 0; i < lock.n; i++)
    lcm_patch_walk(lock.body[i], find_sums, &sums);
  if (sums.bad || !sums.all.n)
    return lcm_patch_cannot(p, sums.bad ? sums.bad : spots->node,
                            "no clause 'reduction' can name all that is done "
                            "under the lock");
  struct lcm_patch_directive *directive = directive_around(p, spots);
  if (!directive || !drop_lock(p, spots, &lock))
    return false;
  for (size_t i = 0; i < sums.all.n; i++)
    lcm_directive_put(
        lcm_patch_source_of(p, spots->node), directive, "reduction",
        lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s: %s",
                         sums.all.at[i]->combined, sums.all.at[i]->datum));
  return true;
}
