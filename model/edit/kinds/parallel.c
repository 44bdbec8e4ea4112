/* The verbs parallelize and sections: a team shares a loop, or statements. */
#include <string.h>

#include "model/edit/core/argument.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/repeat.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/caller.h"
#include "model/edit/depend/depend.h"
#include "model/edit/depend/empty.h"
#include "model/edit/kinds/parallel.h"

/* ---- loops --------------------------------------------------------------- */

bool lcm_edit_can_parallelize(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_LOOP && spot->node->u.loop.n_ranges;
}

/* Return a barrier at the end of a construct at "like". */
static const lcm_node *barrier(struct lcm_editing *e, const lcm_node *like) {
  lcm_node *node = lcm_edit_node(e, LCM_NODE_BARRIER, like, NULL, 0);
  lcm_node_say(e->ctx, node, "implicit", "yes");
  return node;
}

/* Return "construct", which members of a team share, as what stands where they
 * come together ("shared"): with a barrier, else in a region of its own. */
static lcm_node *around(struct lcm_editing *e, bool shared,
                        const lcm_node *construct) {
  if (!shared) {
    lcm_node *team = lcm_edit_node(e, LCM_NODE_TEAM, construct, &construct, 1);
    team->label = lcm_intern(e->ctx, "parallel");
    return team;
  }
  const lcm_node *const both[] = {construct, barrier(e, construct)};
  return lcm_edit_node(e, LCM_NODE_SERIES, construct, both, 2);
}

/* Return the spot of the `single` of a team of which what is at "spot" is all;
 * its node is NULL where there is none. */
static struct lcm_edit_spot single_of(const struct lcm_edit_spot *spot) {
  struct lcm_edit_spot at = *spot;
  while (at.n_above) {
    at = lcm_edit_around(&at);
    const bool single =
        at.node->kind == LCM_NODE_PARALLEL && at.node->u.parallel.worksharing;
    if (at.node->n_children != 1 ||
        (!single && at.node->kind != LCM_NODE_SERIES))
      break;
    if (single && lcm_edit_is_shared(&at))
      return at;
  }
  at.node = NULL;
  return at;
}

/* Return whether a barrier comes right behind "spot". */
static bool meets(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  const size_t next = parent ? lcm_edit_index(parent, spot->node) + 1 : 0;
  return parent && parent->kind == LCM_NODE_SERIES &&
         next < parent->n_children &&
         parent->children[next]->kind == LCM_NODE_BARRIER;
}

/* Let "loop", which a team can share, come where the one at "spot" is, where a
 * team comes together or not ("shared"): instead of the whole `single` where
 * that is all it does. */
static void put_loop(struct lcm_editing *e, const struct lcm_edit_spot *spot,
                     const lcm_node *loop, bool shared) {
  const struct lcm_edit_spot single = single_of(spot);
  if (!single.node)
    lcm_edit_change(e, spot->node, around(e, shared, loop));
  else
    lcm_edit_change(e, single.node,
                    meets(&single) ? loop : around(e, true, loop));
}

/* Check that all threads that share the loop at "spot" have the same iterations
 * of it. */
static lcm_status check_range(struct lcm_editing *e,
                              const struct lcm_edit_spot *spot) {
  const lcm_node *loop = spot->node;
  for (size_t i = 0; i < loop->u.loop.n_ranges; i++)
    if (lcm_edit_is_of_thread(e, spot->function, loop->u.loop.ranges[i].from) ||
        lcm_edit_is_of_thread(e, spot->function, loop->u.loop.ranges[i].to))
      return lcm_edit_wrong(e, loop,
                            "each thread has a range of its own already");
  return LCM_OK;
}

/* Check that no task of an iteration of the loop "node" waits for one of
 * another iteration, as "depends" say: threads have no siblings of each other's
 * tasks. */
static lcm_status check_tasks(struct lcm_editing *e, const lcm_node *node,
                              const struct lcm_edit_accesses *depends,
                              const struct lcm_edit_order *order) {
  const lcm_node *task = depends->of.n ? depends->of.at[0].node : NULL;
  const lcm_overlap overlap = lcm_edit_overlap(e->ctx, depends, depends, order);
  const struct lcm_edit_reason reason = {.kind = LCM_REASON_TASK,
                                         .proved = overlap == LCM_OVERLAP_YES,
                                         .node = task};
  if (overlap != LCM_OVERLAP_NO)
    lcm_edit_because(e, &reason);
  switch (overlap) {
  case LCM_OVERLAP_NO:
    break;
  case LCM_OVERLAP_YES:
    return lcm_edit_refuse(e, node,
                           "the task at %s has to wait for that of another "
                           "iteration (depend), which a thread does not for "
                           "tasks of others",
                           lcm_edit_at(e->ctx, task));
  case LCM_OVERLAP_MAYBE:
    lcm_edit_premise(e, false,
                     "the task at %s waits for none of other iterations "
                     "(depend)",
                     lcm_edit_at(e->ctx, task));
    break;
  }
  return LCM_OK;
}

lcm_status lcm_edit_parallelize(struct lcm_editing *e,
                                const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *node = spots->node;
  struct lcm_edit_accesses depends = {.part = 0};
  struct lcm_edit_accesses touched = {.depends = &depends};
  const struct lcm_edit_order order = {.range = &node->u.loop.ranges[0],
                                       .later = true,
                                       .what = "the iterations of the loop"};
  lcm_node *loop = lcm_edit_copy(e, node);
  bool shared = false;
  lcm_status status = lcm_edit_sharing(&shared, e, spots);
  (void)n;
  if (!status && shared)
    status = check_range(e, spots);
  if (status)
    return status;
  lcm_edit_assume_whole(e, node);
  lcm_edit_touch(&touched, e, &e->program->functions[spots->function],
                 lcm_edit_round(e, node));
  status = check_tasks(e, node, &depends, &order);
  if (lcm_node_attribute(node, "kept"))
    lcm_edit_check_empty(e, spots, NULL, lcm_node_attribute(node, "kept"));
  if (!status)
    status = lcm_edit_independent(e, &touched, &touched, &order, spots);
  if (status)
    return status;
  if (shared && lcm_edit_repeats(e, &node, 1))
    lcm_edit_assume_once(e);
  loop->kind = LCM_NODE_PARLOOP;
  loop->u.loop.worksharing = true;
  if (e->step->argument)
    status = lcm_edit_read_schedule(loop, e);
  lcm_edit_remodel(e, loop, true);
  put_loop(e, spots, loop, shared);
  return status;
}

/* ---- sections ------------------------------------------------------------ */

/* Return whether "node" is a block of several statements. */
static bool is_block(const lcm_node *node) {
  return node->kind == LCM_NODE_SERIES && node->n_children > 1;
}

bool lcm_edit_can_sections(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  return is_block(spot->node) || (parent && is_block(parent));
}

/* Note in "user" that "node" makes a team, or may. */
static lcm_status find_team(const lcm_node *node, void *user) {
  bool *found = user;
  *found = *found || node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_CALL;
  return LCM_OK;
}

/* Return "statement" as a section. */
static const lcm_node *section(struct lcm_editing *e,
                               const lcm_node *statement) {
  lcm_node *node = lcm_edit_node(e, LCM_NODE_SERIES, statement, &statement, 1);
  node->label = lcm_intern(e->ctx, "section");
  lcm_node_say(e->ctx, node, "construct", "section");
  return node;
}

/* The statements from "first" to "last" of "block" that become sections. */
struct statements {
  struct lcm_edit_spot block;
  size_t first;
  size_t last;
};

/* Put what the "n" places "spots" mean into "*out". */
static lcm_status find_statements(struct statements *out, struct lcm_editing *e,
                                  const struct lcm_edit_spot *spots, size_t n) {
  if (n < 2) {
    *out = (struct statements){spots[0], 0, spots[0].node->n_children - 1};
    return is_block(spots[0].node)
               ? LCM_OK
               : lcm_edit_wrong(e, spots[0].node,
                                "say which is the last of the statements");
  }
  const lcm_node *parent = lcm_edit_parent(&spots[0]);
  if (!parent || parent != lcm_edit_parent(&spots[1]))
    return lcm_edit_wrong(e, spots[1].node,
                          "the statements are not in one block");
  *out = (struct statements){lcm_edit_around(&spots[0]),
                             lcm_edit_index(parent, spots[0].node),
                             lcm_edit_index(parent, spots[1].node)};
  return out->first < out->last
             ? LCM_OK
             : lcm_edit_wrong(e, spots[1].node,
                              "the last statement stands before the first");
}

/* Return the "n" sections "sections" as they share the threads of a team that
 * comes together there or not ("shared"). */
static lcm_node *share(struct lcm_editing *e, bool shared,
                       const lcm_node *const *sections, size_t n) {
  bool nested = false;
  lcm_node *parallel =
      lcm_edit_node(e, LCM_NODE_PARALLEL, sections[0], sections, n);
  parallel->u.parallel.worksharing = true;
  parallel->label = lcm_intern(e->ctx, "sections");
  lcm_edit_foreach(parallel, find_team, &nested);
  lcm_node *node = around(e, shared, parallel);
  if (node->kind == LCM_NODE_TEAM && nested)
    node->u.team.size = lcm_expr_int(e->ctx, (long long)n);
  return node;
}

/* Let the statements of "s" be sections. */
static lcm_status make_sections(struct lcm_editing *e,
                                const struct statements *s) {
  static const struct lcm_edit_order ANY = {.what = "the sections"};
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  const lcm_node *block = s->block.node;
  struct lcm_edit_accesses touched = {.part = 0};
  LCM_LIST(const lcm_node *) sections = {0};
  LCM_LIST(const lcm_node *) all = {0};
  for (size_t i = 0; i < s->first; i++)
    LCM_LIST_ADD(arena, &all, block->children[i]);
  for (size_t i = s->first; i <= s->last; i++) {
    const lcm_node *child = block->children[i];
    touched.part++;
    lcm_edit_assume_through(e, child);
    lcm_edit_touch(&touched, e, &e->program->functions[s->block.function],
                   child);
    if (child->kind == LCM_NODE_LET)
      LCM_LIST_ADD(arena, &all, child);
    else
      LCM_LIST_ADD(arena, &sections, section(e, child));
  }
  const struct lcm_edit_spot inside =
      lcm_edit_below(e->ctx, &s->block, s->first);
  bool shared = false;
  lcm_status status =
      lcm_edit_independent(e, &touched, &touched, &ANY, &s->block);
  status = status ? status : lcm_edit_sharing(&shared, e, &inside);
  if (status)
    return status;
  LCM_LIST_ADD(arena, &all, share(e, shared, sections.at, sections.n));
  for (size_t i = s->last + 1; i < block->n_children; i++)
    LCM_LIST_ADD(arena, &all, block->children[i]);
  lcm_edit_change(e, block, lcm_edit_with_children(e, block, all.at, all.n));
  return LCM_OK;
}

lcm_status lcm_edit_sections(struct lcm_editing *e,
                             const struct lcm_edit_spot *spots, size_t n) {
  struct statements s;
  const lcm_status status = find_statements(&s, e, spots, n);
  return status ? status : make_sections(e, &s);
}
