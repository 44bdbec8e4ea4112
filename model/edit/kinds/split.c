/* The verb split: a loop or parallel region becomes several. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/split.h"
#include "model/sections/sections.h"

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

/* Return whether each round, or thread, has its own variable of "section". */
static bool is_handed(const struct splitting *s, const lcm_section *section) {
  const char *at = section->key ? strstr(section->key, "@F@") : NULL;
  const char *name = s->e->program->functions[s->spot->function].name;
  const size_t n = name ? strlen(name) : 0;
  return section->is_private ||
         (at && n && !strncmp(at + 3, name, n) && at[3 + n] == '@');
}

/* Note that a later part reads the variable of "write", which "list" has, as
 * "reads" say. */
static void hand_on(struct splitting *s, const struct lcm_edit_access *write,
                    const struct lcm_edit_accesses *reads) {
  for (size_t i = 0; i < reads->of.n && write->writes; i++)
    if (!reads->of.at[i].writes &&
        reads->of.at[i].section->key == write->section->key &&
        is_handed(s, write->section)) {
      lcm_edit_doubt(s->e, "'%s' is kept from the one part to the other",
                     write->section->datum);
      return;
    }
}

/* Return whether one of the parts, which touch "own", is seen to read the
 * variable of "write". */
static bool is_read(const struct splitting *s,
                    const struct lcm_edit_accesses *own,
                    const struct lcm_edit_access *write) {
  for (size_t k = 0; k + 1 < s->parts.n; k++)
    for (size_t i = 0; i < own[k].of.n; i++)
      if (!own[k].of.at[i].writes &&
          own[k].of.at[i].section->key == write->section->key)
        return true;
  return false;
}

/* Note that later parts may use the number that "write" sets through a pointer:
 * of those it is not known who reads them. */
static void hand_on_number(struct splitting *s,
                           const struct lcm_edit_accesses *own,
                           const struct lcm_edit_access *write) {
  if (write->writes && !lcm_section_is_array(write->section) &&
      is_handed(s, write->section) && !is_read(s, own, write))
    lcm_edit_doubt(s->e, "'%s' is kept from the one part to the other",
                   write->section->datum);
}

/* Put the accesses of part "k" to variables of its own into "out". */
static void touch_own(struct lcm_edit_accesses *out, struct splitting *s,
                      size_t k) {
  struct lcm_edit_accesses all = {.own = out};
  touch_part(&all, s, k);
  for (size_t i = 0; i < all.of.n; i++)
    if (all.of.at[i].section->is_private)
      LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &out->of, all.of.at[i]);
}

/* Assume that private variables that parts hand on are kept. */
static void check_private(struct splitting *s) {
  struct lcm_edit_accesses *own = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->e->ctx), struct lcm_edit_accesses, s->parts.n);
  for (size_t k = 0; k + 1 < s->parts.n; k++)
    touch_own(&own[k], s, k);
  for (size_t k = 0; k + 2 < s->parts.n; k++)
    for (size_t i = 0; i < own[k].of.n; i++) {
      for (size_t m = k + 1; m + 1 < s->parts.n; m++)
        hand_on(s, &own[k].of.at[i], &own[m]);
      hand_on_number(s, own, &own[k].of.at[i]);
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
