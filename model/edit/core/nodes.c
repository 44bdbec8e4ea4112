/* Nodes of the structure that an edit makes: copies and new ones. */
#include "model/edit/core/nodes.h"

#include <string.h>

#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"

void lcm_edit_foreach(const lcm_node *root, lcm_visit_fn fn, void *user) {
  if (lcm_node_foreach(root, fn, user))
    return;
}

lcm_node *lcm_edit_copy(struct lcm_editing *e, const lcm_node *node) {
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(e->ctx), lcm_node);
  *copy = *node;
  copy->id = 0;
  copy->whole = copy->part_of = NULL;
  copy->n_whole = 0;
  return copy;
}

lcm_node *lcm_edit_with_children(struct lcm_editing *e, const lcm_node *node,
                                 const lcm_node *const *children, size_t n) {
  lcm_node *copy = lcm_edit_copy(e, node);
  const lcm_node **own =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_node *, n + 1);
  if (n)
    memcpy(own, children, n * sizeof *own);
  copy->children = own;
  copy->n_children = n;
  return copy;
}

lcm_node *lcm_edit_node(struct lcm_editing *e, lcm_node_kind kind,
                        const lcm_node *like, const lcm_node *const *children,
                        size_t n) {
  const lcm_node *node = lcm_node_new(e->ctx, kind, like->loc);
  return lcm_edit_with_children(e, node, children, n);
}

const lcm_node *lcm_edit_copy_all(struct lcm_editing *e, const lcm_node *node) {
  lcm_node *copy = lcm_edit_copy(e, node);
  copy->whole = node->whole;
  copy->n_whole = node->n_whole;
  copy->part_of = node->part_of;
  const lcm_node **children = LCM_NEW_ARRAY(
      lcm_ctx_arena(e->ctx), const lcm_node *, node->n_children + 1);
  for (size_t i = 0; i < node->n_children; i++)
    children[i] = lcm_edit_copy_all(e, node->children[i]);
  copy->children = children;
  return copy;
}

/* Return whether "section" is the index of "loop", which its header sets before
 * the first round. */
static bool is_own_index(const lcm_node *loop, const lcm_section *section) {
  for (size_t i = 0; i < loop->u.loop.n_ranges; i++) {
    const char *index = loop->u.loop.ranges[i].index;
    if (!section->n_extents && !strcmp(section->datum, lcm_name_plain(index)))
      return true;
  }
  return false;
}

const lcm_node *lcm_edit_round(struct lcm_editing *e, const lcm_node *loop) {
  lcm_node *body =
      lcm_edit_node(e, LCM_NODE_SERIES, loop, loop->children, loop->n_children);
  lcm_section *writes =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), lcm_section, loop->n_writes + 1);
  body->reads = loop->reads;
  body->n_reads = loop->n_reads;
  body->writes = writes;
  body->n_writes = 0;
  for (size_t i = 0; i < loop->n_writes; i++)
    if (!is_own_index(loop, &loop->writes[i]))
      writes[body->n_writes++] = loop->writes[i];
  const char *skips = lcm_node_attribute(loop, "skips");
  if (skips)
    lcm_node_say(e->ctx, body, "skips", skips);
  return body;
}

void lcm_edit_remodel(struct lcm_editing *e, lcm_node *node, bool as_work) {
  LCM_LIST(lcm_model) kept = {0};
  const char *at = lcm_edit_at(e->ctx, node);
  for (size_t i = 0; i < node->n_models; i++) {
    lcm_model model = node->models[i];
    if (lcm_amount_traits(model.category) & LCM_OF_LOSS) {
      lcm_edit_premise(e, false,
                       "the model of %s at %s is of what was; it is not used",
                       model.category, at);
      continue;
    }
    if (as_work && !strcmp(model.category, "time") &&
        model.per != LCM_PER_ITERATION)
      model.category = lcm_intern(e->ctx, "work");
    lcm_edit_premise(e, false, "the model of %s at %s holds as it is",
                     node->models[i].category, at);
    LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &kept, model);
  }
  node->models = kept.at;
  node->n_models = kept.n;
}

bool lcm_edit_goes_down(const lcm_node *node) {
  return lcm_node_attribute(node, "down") != NULL;
}
