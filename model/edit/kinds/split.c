/* The verb split: a loop or parallel region becomes several. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/split.h"

/* Something that is split.
 * lets   the statement of the body is a value that later ones need */
struct splitting {
  struct lcm_editing *e;
  const struct lcm_edit_spot *spot; /* it, whose body is the block "body" */
  const lcm_node *body;
  /* first statement of each part; the last entry is the end */
  LCM_LIST(size_t) parts;
};

/* Return the block of several statements that "node" repeats or that its
 * members execute, NULL where it has none. */
static const lcm_node *body_of(const lcm_node *node) {
  const bool fits =
      node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP ||
      (node->kind == LCM_NODE_TEAM && node->u.team.kind == LCM_TEAM_THREADS);
  const lcm_node *body =
      fits && node->n_children == 1 ? node->children[0] : NULL;
  return body && body->kind == LCM_NODE_SERIES && body->n_children > 1 ? body
                                                                       : NULL;
}

bool lcm_edit_can_split(const struct lcm_edit_spot *spot) {
  return body_of(spot->node) != NULL;
}

/* Find where the parts begin: at "before", or at each statement but values. */
static lcm_status find_parts(struct splitting *s,
                             const struct lcm_edit_spot *before) {
  lcm_arena *arena = lcm_ctx_arena(s->e->ctx);
  const lcm_node *body = s->body;
  size_t i = 0;
  LCM_LIST_ADD(arena, &s->parts, 0);
  if (before) {
    i = lcm_edit_index(body, before->node);
    if (!i || i == body->n_children)
      return lcm_edit_wrong(s->e, before->node,
                            "it is no later statement of what is split");
    LCM_LIST_ADD(arena, &s->parts, i);
  }
  for (i = 1; !before && i < body->n_children; i++)
    if (body->children[i]->kind != LCM_NODE_LET &&
        body->children[i]->kind != LCM_NODE_BARRIER &&
        body->children[i - 1]->kind != LCM_NODE_LET)
      LCM_LIST_ADD(arena, &s->parts, i);
  LCM_LIST_ADD(arena, &s->parts, body->n_children);
  return LCM_OK;
}

/* Return part "k": what is split with the statements of that part, values that
 * stand before them, and no barrier at the end. */
static const lcm_node *part_of(struct splitting *s, size_t k) {
  LCM_LIST(const lcm_node *) all = {0};
  const size_t first = s->parts.at[k];
  size_t last = s->parts.at[k + 1];
  if (s->spot->node->kind == LCM_NODE_TEAM)
    while (last > first + 1 &&
           s->body->children[last - 1]->kind == LCM_NODE_BARRIER)
      last--;
  for (size_t i = 0; i < last; i++)
    if (i >= first || s->body->children[i]->kind == LCM_NODE_LET)
      LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &all, s->body->children[i]);
  const lcm_node *body = lcm_edit_with_children(s->e, s->body, all.at, all.n);
  return lcm_edit_with_children(s->e, s->spot->node, &body, 1);
}

/* Add the accesses of part "k" to "out". */
static void touch_part(struct lcm_edit_accesses *out, struct splitting *s,
                       size_t k) {
  const lcm_function *function = &s->e->program->functions[s->spot->function];
  const lcm_node *part = part_of(s, k);
  lcm_edit_touch(out, s->e, function, part->children[0]);
}

/* Check that no statement needs, or is needed by, one of an earlier part that
 * would be executed before it now, in a later iteration. */
static lcm_status check_loop(struct splitting *s) {
  const bool down = lcm_edit_goes_down(s->spot->node);
  const struct lcm_edit_order order = {
      .range = &s->spot->node->u.loop.ranges[0],
      .later = !down,
      .earlier = down,
      .what = "a part and earlier parts in later iterations"};
  lcm_status status = LCM_OK;
  lcm_edit_assume_whole(s->e, s->spot->node);
  for (size_t i = 0; i < s->body->n_children; i++)
    lcm_edit_assume_through(s->e, s->body->children[i]);
  for (size_t k = 1; k + 1 < s->parts.n && !status; k++) {
    struct lcm_edit_accesses later = {.part = 1};
    struct lcm_edit_accesses earlier = {.part = 0};
    touch_part(&later, s, k);
    for (size_t i = 0; i < k; i++)
      touch_part(&earlier, s, i);
    status = lcm_edit_independent(s->e, &later, &earlier, &order, s->spot);
  }
  return status;
}

/* A search for what is private, and handed from part to part. */
struct handed {
  struct lcm_editing *e;
  const char *key;
  bool found;
};

/* Note whether "node" reads it. */
static lcm_status see_read(const lcm_node *node, void *user) {
  struct handed *h = user;
  for (size_t i = 0; i < node->n_reads; i++)
    h->found = h->found || node->reads[i].key == h->key;
  return LCM_OK;
}

/* What is looked through for private variables: "later" is what follows. */
struct private_search {
  struct splitting *s;
  size_t part;
};

/* Note which private variables that "node" writes later parts read. */
static lcm_status see_write(const lcm_node *node, void *user) {
  struct private_search *p = user;
  struct splitting *s = p->s;
  for (size_t i = 0; i < node->n_writes; i++) {
    struct handed h = {s->e, node->writes[i].key, false};
    if (!node->writes[i].is_private)
      continue;
    for (size_t k = s->parts.at[p->part + 1]; k < s->body->n_children; k++)
      lcm_edit_foreach(s->body->children[k], see_read, &h);
    if (h.found)
      lcm_edit_premise(s->e, false,
                       "'%s' is kept from the one part to the other",
                       node->writes[i].datum);
  }
  return LCM_OK;
}

/* Assume that private variables that parts hand on are kept. */
static void check_private(struct splitting *s) {
  for (size_t k = 0; k + 2 < s->parts.n; k++) {
    struct private_search p = {s, k};
    for (size_t i = s->parts.at[k]; i < s->parts.at[k + 1]; i++)
      lcm_edit_foreach(s->body->children[i], see_write, &p);
  }
}

/* Return the parts one after the other as what stands at the place of what was
 * split; members of a team meet between worksharing loops. */
static const lcm_node *parts_in_series(struct splitting *s) {
  lcm_arena *arena = lcm_ctx_arena(s->e->ctx);
  LCM_LIST(const lcm_node *) all = {0};
  const lcm_node *node = s->spot->node;
  const bool meets = node->kind == LCM_NODE_PARLOOP && node->u.loop.worksharing;
  for (size_t k = 0; k + 1 < s->parts.n; k++) {
    if (k && meets)
      LCM_LIST_ADD(arena, &all,
                   lcm_edit_node(s->e, LCM_NODE_BARRIER, node, NULL, 0));
    LCM_LIST_ADD(arena, &all, part_of(s, k));
  }
  return lcm_edit_node(s->e, LCM_NODE_SERIES, node, all.at, all.n);
}

lcm_status lcm_edit_split(struct lcm_editing *e,
                          const struct lcm_edit_spot *spots, size_t n) {
  struct splitting s = {
      .e = e, .spot = &spots[0], .body = body_of(spots[0].node)};
  if (spots[0].node->n_models)
    return lcm_edit_wrong(e, spots[0].node,
                          "it has models of its own, which cannot be divided");
  lcm_status status = find_parts(&s, n > 1 ? &spots[1] : NULL);
  if (status)
    return status;
  if (spots[0].node->kind == LCM_NODE_LOOP)
    status = check_loop(&s);
  else
    lcm_edit_premise(e, true, "the threads meet between the parts");
  check_private(&s);
  if (!status)
    lcm_edit_change(e, spots[0].node, parts_in_series(&s));
  return status;
}
