/* The verb move: a statement comes earlier. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/move.h"

/* A statement that is moved up in its block. */
struct moving {
  struct lcm_editing *e;
  const lcm_node *block;
  const struct lcm_edit_spot *spot;
  size_t from; /* from, to: its place and the one before which it comes */
  size_t to;
};

/* Return whether "block" is a worksharing construct and its barrier. */
static bool is_construct(const lcm_node *block) {
  return block->marks.construct &&
         block->children[block->n_children - 1]->kind == LCM_NODE_BARRIER;
}

bool lcm_edit_can_move(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  return parent && parent->kind == LCM_NODE_SERIES && parent->n_children > 1 &&
         !is_construct(parent);
}

/* Return whether the order of "node" and another operation matters: it waits,
 * or others wait for it. */
static bool is_ordered(const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_MESSAGE:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODE_TASKWAIT:
    return true;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (is_ordered(node->children[i]))
      return true;
  return false;
}

/* Return whether "other" sets a value that "node" speaks of. */
static bool sets_for(const lcm_node *other, const lcm_node *node) {
  if (other->kind == LCM_NODE_LET)
    return lcm_node_mentions(node, other->u.let.name);
  for (size_t i = 0; i < other->n_children; i++)
    if (sets_for(other->children[i], node))
      return true;
  return false;
}

/* Return whether the statements "a" and "b" of the block depend on each
 * other. */
static lcm_overlap depend(struct moving *m, const lcm_node *a,
                          const lcm_node *b) {
  static const struct lcm_edit_order ANY = {.what = "the statements"};
  const lcm_function *function = &m->e->program->functions[m->spot->function];
  struct lcm_edit_accesses first = {.part = 0};
  struct lcm_edit_accesses second = {.part = 1};
  lcm_edit_touch(&first, m->e, function, a);
  lcm_edit_touch(&second, m->e, function, b);
  return lcm_edit_overlap(m->e->ctx, &first, &second, &ANY);
}

/* What waits for a signal.
 * root   what is looked through; unit: the part of it that is executed beside
 *        others, with the wait in it */
struct hearing {
  struct moving *m;
  const struct lcm_edit_accesses *made;
  const lcm_function *function;
  const char *name;  /* of the condition */
  lcm_overlap found; /* the answer so far */
  bool any;
};

/* Note whether "unit", in which something waits for the signal, touches what
 * the passed statement makes. */
static void hear(struct hearing *h, const lcm_node *unit) {
  static const struct lcm_edit_order ANY = {.what = "the statements"};
  struct lcm_edit_accesses used = {.part = 1};
  lcm_edit_touch(&used, h->m->e, h->function, unit);
  const lcm_overlap overlap =
      lcm_edit_overlap(h->m->e->ctx, h->made, &used, &ANY);
  h->any = true;
  if (overlap != LCM_OVERLAP_NO && h->found != LCM_OVERLAP_YES)
    h->found = overlap;
}

/* Hear all that waits at or below "node"; "unit" is what is executed beside
 * others and has it in it. */
static void hear_all(struct hearing *h, const lcm_node *node,
                     const lcm_node *unit) {
  if (node->kind == LCM_NODE_WAIT && !strcmp(node->u.condition.name, h->name))
    hear(h, unit);
  for (size_t i = 0; i < node->n_children; i++)
    hear_all(h, node->children[i],
             node->kind == LCM_NODE_PARALLEL ? node->children[i] : unit);
}

/* Return whether who waits for the signal that is moved needs what "other"
 * makes: UNKNOWN where nobody is seen to wait. */
static lcm_overlap is_heard(struct moving *m, const lcm_node *other) {
  const lcm_program *program = m->e->program;
  struct lcm_edit_accesses made = {.part = 0};
  struct hearing h = {.m = m,
                      .made = &made,
                      .name = m->spot->node->u.condition.name,
                      .found = LCM_OVERLAP_NO};
  lcm_edit_touch(&made, m->e, &program->functions[m->spot->function], other);
  for (size_t i = 0; i < program->n_functions; i++) {
    h.function = &program->functions[i];
    if (h.function->body)
      hear_all(&h, h.function->body, h.function->body);
  }
  return h.any ? h.found : LCM_OVERLAP_MAYBE;
}

/* Return whether the statement may pass "other" for certain. */
static bool may_pass(struct moving *m, const lcm_node *other) {
  const lcm_node *node = m->spot->node;
  return !sets_for(other, node) && !is_ordered(other) &&
         !lcm_edit_jump(m->e->ctx, other) && !lcm_edit_jump(m->e->ctx, node) &&
         (node->kind != LCM_NODE_SIGNAL ||
          is_heard(m, other) == LCM_OVERLAP_NO) &&
         depend(m, other, node) == LCM_OVERLAP_NO;
}

/* Check that the statement may pass "other", as the edit says. */
static lcm_status check_passing(struct moving *m, const lcm_node *other) {
  static const struct lcm_edit_order ANY = {
      .what = "what is moved and what it passes"};
  const lcm_node *node = m->spot->node;
  const lcm_function *function = &m->e->program->functions[m->spot->function];
  struct lcm_edit_accesses first = {.part = 0};
  struct lcm_edit_accesses second = {.part = 1};
  if (sets_for(other, node))
    return lcm_edit_refuse(m->e, other, "it needs a value that is set at %s",
                           lcm_edit_at(m->e->ctx, other));
  lcm_edit_assume_through(m->e, other);
  lcm_edit_assume_through(m->e, node);
  if (is_ordered(other))
    lcm_edit_doubt(m->e,
                   "it may pass what waits or is waited for "
                   "at %s",
                   lcm_edit_at(m->e->ctx, other));
  const lcm_overlap heard =
      node->kind == LCM_NODE_SIGNAL ? is_heard(m, other) : LCM_OVERLAP_NO;
  if (heard == LCM_OVERLAP_YES)
    return lcm_edit_refuse(
        m->e, other, "who waits for '%s' needs what is done at %s",
        node->u.condition.name, lcm_edit_at(m->e->ctx, other));
  if (node->kind == LCM_NODE_SIGNAL)
    lcm_edit_premise(m->e, heard == LCM_OVERLAP_NO,
                     "who waits for '%s' needs nothing of what is done at %s",
                     node->u.condition.name, lcm_edit_at(m->e->ctx, other));
  lcm_edit_touch(&first, m->e, function, other);
  lcm_edit_touch(&second, m->e, function, node);
  return lcm_edit_independent(m->e, &first, &second, &ANY, m->spot);
}

/* Let the statement come before m->to. */
static void make_move(struct moving *m) {
  LCM_LIST(const lcm_node *) all = {0};
  lcm_arena *arena = lcm_ctx_arena(m->e->ctx);
  for (size_t i = 0; i < m->block->n_children; i++) {
    if (i == m->to)
      LCM_LIST_ADD(arena, &all, m->spot->node);
    if (i != m->from)
      LCM_LIST_ADD(arena, &all, m->block->children[i]);
  }
  lcm_edit_change(m->e, m->block,
                  lcm_edit_with_children(m->e, m->block, all.at, all.n));
}

lcm_status lcm_edit_move(struct lcm_editing *e,
                         const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *block = lcm_edit_parent(&spots[0]);
  struct moving m = {e, block, &spots[0], lcm_edit_index(block, spots[0].node),
                     0};
  lcm_status status = LCM_OK;
  m.to = m.from;
  if (n > 1)
    m.to = lcm_edit_index(block, spots[1].node);
  while (n < 2 && m.to && may_pass(&m, block->children[m.to - 1]))
    m.to--;
  if (m.to >= m.from)
    return lcm_edit_wrong(e, spots[0].node,
                          n > 1 ? "the other is no earlier statement of the "
                                  "same block"
                                : "what stands before it has to be done "
                                  "before, as far as is known");
  for (size_t i = m.to; i < m.from && !status; i++)
    status = check_passing(&m, block->children[i]);
  if (!status)
    make_move(&m);
  return status;
}
