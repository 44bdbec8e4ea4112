/* The verb pipeline: data are handed over in parts, not at once. */
#include <string.h>

#include "model/edit/core/argument.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/fuse.h"
#include "model/edit/kinds/pipeline.h"

/* A pair of a sender and a receiver that hand over in parts. */
struct pipelining {
  struct lcm_editing *e;
  const lcm_expr *parts; /* how many */
  const char *index;     /* of a part, from 1 on */
  bool shared;           /* something that costs was divided by their number */
};

static const lcm_node *divide(struct pipelining *p, const lcm_node *node);

bool lcm_edit_can_pipeline(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  return parent && parent->kind == LCM_NODE_SERIES &&
         (spot->node->kind == LCM_NODE_SIGNAL ||
          spot->node->kind == LCM_NODE_WAIT ||
          spot->node->kind == LCM_NODE_MESSAGE);
}

/* Return "e" (NULL for NULL) divided by the number of parts. */
static const lcm_expr *share(struct pipelining *p, const lcm_expr *e) {
  return e ? lcm_expr_div(p->e->ctx, e, p->parts) : NULL;
}

/* As share, of what something costs. */
static const lcm_expr *share_cost(struct pipelining *p, const lcm_expr *e) {
  p->shared = p->shared || e;
  return share(p, e);
}

/* Let the loop "copy" make its part of the rounds. */
static void divide_range(struct pipelining *p, lcm_node *copy) {
  lcm_ctx *ctx = p->e->ctx;
  lcm_iteration *range =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_iteration, copy->u.loop.n_ranges);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *at = lcm_expr_symbol(ctx, p->index, LCM_DIM_NONE);
  memcpy(range, copy->u.loop.ranges, copy->u.loop.n_ranges * sizeof *range);
  const lcm_expr *from = range->from;
  const lcm_expr *n =
      lcm_expr_add(ctx, lcm_expr_sub(ctx, range->to, from), one);
  const lcm_expr *before = lcm_expr_apply(
      ctx, LCM_X_FLOOR,
      share(p, lcm_expr_mul(ctx, lcm_expr_sub(ctx, at, one), n)));
  const lcm_expr *behind =
      lcm_expr_apply(ctx, LCM_X_FLOOR, share(p, lcm_expr_mul(ctx, at, n)));
  range->from = lcm_expr_add(ctx, from, before);
  range->to = lcm_expr_sub(ctx, lcm_expr_add(ctx, from, behind), one);
  copy->u.loop.ranges = range;
}

/* Divide the models of "copy", which are of one execution. */
static void divide_models(struct pipelining *p, lcm_node *copy) {
  lcm_model *models =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->e->ctx), lcm_model, copy->n_models + 1);
  for (size_t i = 0; i < copy->n_models; i++) {
    models[i] = copy->models[i];
    if (models[i].per == LCM_PER_EXECUTION)
      models[i].expr = share_cost(p, models[i].expr);
  }
  copy->models = models;
}

/* Return whether "node" is a loop whose rounds can be divided. */
static bool is_divisible(const lcm_node *node) {
  return (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP) &&
         node->u.loop.n_ranges && !node->u.loop.ranges[0].step &&
         !node->u.loop.ranges[0].factor && !node->u.loop.count;
}

/* Return the children of "node" divided, in "copy"; NULL where one cannot be.
 */
static const lcm_node *divide_children(struct pipelining *p, lcm_node *copy) {
  const lcm_node **children = LCM_NEW_ARRAY(
      lcm_ctx_arena(p->e->ctx), const lcm_node *, copy->n_children + 1);
  for (size_t i = 0; i < copy->n_children; i++) {
    children[i] = divide(p, copy->children[i]);
    if (!children[i])
      return NULL;
  }
  copy->children = children;
  return copy;
}

/* Return one part of the work "node"; NULL where it cannot be divided. */
static const lcm_node *divide(struct pipelining *p, const lcm_node *node) {
  lcm_node *copy = lcm_edit_copy(p->e, node);
  divide_models(p, copy);
  copy->flops = share_cost(p, node->flops);
  copy->cycles = share_cost(p, node->cycles);
  copy->rest = share_cost(p, node->rest);
  copy->bytes = share_cost(p, node->bytes);
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    copy->costs[i] = share_cost(p, node->costs[i]);
  if (is_divisible(node)) {
    divide_range(p, copy);
    return copy;
  }
  switch (node->kind) {
  case LCM_NODE_SERIES:
  case LCM_NODE_TEAM:
  case LCM_NODE_PARALLEL:
    return divide_children(p, copy);
  case LCM_NODE_USE:
    copy->u.resource.time = share_cost(p, node->u.resource.time);
    return copy;
  case LCM_NODE_LET:
  case LCM_NODE_BARRIER:
    return copy;
  case LCM_NODE_FRAGMENT:
    return copy;
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_USING:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return lcm_node_model(node, "time") || lcm_node_model(node, "work") ? copy
                                                                      : NULL;
}

/* Return the condition or message "node" for one part. */
static const lcm_node *part_of(struct pipelining *p, const lcm_node *node) {
  lcm_ctx *ctx = p->e->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_node *copy = lcm_edit_copy(p->e, node);
  if (node->kind == LCM_NODE_MESSAGE) {
    struct lcm_mpi_call *call = LCM_NEW(arena, struct lcm_mpi_call);
    *call = *node->u.message;
    call->bytes = share(p, call->bytes);
    copy->u.message = call;
    return copy;
  }
  const size_t n = node->u.condition.n_indices;
  const lcm_expr **indices = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  if (n)
    memcpy(indices, node->u.condition.indices, n * sizeof *indices);
  indices[n] = lcm_expr_symbol(ctx, p->index, LCM_DIM_NONE);
  copy->u.condition.indices = indices;
  copy->u.condition.n_indices = n + 1;
  return copy;
}

/* Return a loop over the parts of "first" and then "second". */
static const lcm_node *loop_of(struct pipelining *p, const lcm_node *first,
                               const lcm_node *second) {
  lcm_iteration *range =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->e->ctx), lcm_iteration, 1);
  const lcm_node *const both[] = {first, second};
  const lcm_node *body = lcm_edit_node(p->e, LCM_NODE_SERIES, first, both, 2);
  lcm_node *loop = lcm_edit_node(p->e, LCM_NODE_LOOP, first, &body, 1);
  *range = (lcm_iteration){
      .index = p->index, .from = lcm_expr_int(p->e->ctx, 1), .to = p->parts};
  loop->u.loop.ranges = range;
  loop->u.loop.n_ranges = 1;
  return loop;
}

/* Return the statement before ("before") or behind the operation at "spot";
 * NULL where there is none. */
static const lcm_node *work_of(const struct lcm_edit_spot *spot, bool before) {
  const lcm_node *block = lcm_edit_parent(spot);
  const size_t i = lcm_edit_index(block, spot->node);
  if (before ? !i : i + 1 == block->n_children)
    return NULL;
  return block->children[before ? i - 1 : i + 1];
}

/* Let the statement that stands before ("before") or after the operation at
 * "spot" be done and handed over part by part. */
static lcm_status pipeline_one(struct pipelining *p,
                               const struct lcm_edit_spot *spot, bool before) {
  const lcm_node *work = work_of(spot, before);
  if (!work)
    return lcm_edit_wrong(p->e, spot->node, "there is nothing %s it",
                          before ? "before" : "after");
  p->shared = false;
  const lcm_node *part = divide(p, work);
  const lcm_node *handed = part_of(p, spot->node);
  if (!part)
    return lcm_edit_wrong(p->e, work, "a %s cannot be divided into parts",
                          lcm_node_word(work->kind));
  if (p->shared)
    lcm_edit_premise(p->e, false, "%s can be done in parts of equal size",
                     lcm_edit_at(p->e->ctx, work));
  lcm_edit_change(p->e, spot->node, NULL);
  lcm_edit_change(p->e, work,
                  before ? loop_of(p, part, handed) : loop_of(p, handed, part));
  return LCM_OK;
}

/* Return the loop that "node" consists of, also by a team that does nothing
 * else; NULL for none. */
static const lcm_node *loop_in(const lcm_node *node) {
  while (node && !is_divisible(node)) {
    const bool group = node->kind == LCM_NODE_SERIES ||
                       node->kind == LCM_NODE_TEAM ||
                       node->kind == LCM_NODE_PARALLEL;
    const lcm_node *only = NULL;
    for (size_t i = 0; group && i < node->n_children; i++) {
      if (node->children[i]->kind == LCM_NODE_BARRIER)
        continue;
      if (only)
        return NULL;
      only = node->children[i];
    }
    node = only;
  }
  return node;
}

/* Check that no part of the second work, which begins when the same part of the
 * first is handed over, touches what later parts of that do. */
static lcm_status check_parts(struct pipelining *p,
                              const struct lcm_edit_spot *spots) {
  const lcm_function *function = &p->e->program->functions[spots->function];
  const lcm_node *a = loop_in(work_of(&spots[0], true));
  const lcm_node *b = loop_in(work_of(&spots[1], false));
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  if (!a || !b || !lcm_edit_alike(a, b) ||
      spots[0].node->kind == LCM_NODE_MESSAGE) {
    lcm_edit_premise(p->e, false,
                     "each part needs no later part of what comes before it");
    return LCM_OK;
  }
  const bool down = lcm_edit_goes_down(a);
  const struct lcm_edit_order order = {
      .range = &a->u.loop.ranges[0],
      .later = down,
      .earlier = !down,
      .what = "the parts that are worked on at the same time"};
  lcm_edit_assume_whole(p->e, a);
  lcm_edit_assume_whole(p->e, b);
  lcm_edit_touch(&first, p->e, function, lcm_edit_round(p->e, a));
  lcm_edit_touch(&second, p->e, function, lcm_edit_round_as(p->e, a, b));
  return lcm_edit_independent(p->e, &first, &second, &order, &spots[1]);
}

lcm_status lcm_edit_pipeline(struct lcm_editing *e,
                             const struct lcm_edit_spot *spots, size_t n) {
  struct pipelining p = {.e = e, .index = lcm_intern(e->ctx, "part")};
  lcm_status status = lcm_edit_expression(&p.parts, e, 0);
  if (status)
    return status;
  if (n < 2 || spots[0].node == spots[1].node ||
      (spots[0].node->kind == LCM_NODE_SIGNAL) !=
          (spots[1].node->kind == LCM_NODE_WAIT) ||
      spots[0].node->kind == LCM_NODE_WAIT)
    return lcm_edit_wrong(e, spots[0].node,
                          "say what sends and then what receives");
  if (spots[0].node->kind == LCM_NODE_SIGNAL &&
      strcmp(spots[0].node->u.condition.name,
             spots[1].node->u.condition.name) != 0)
    return lcm_edit_wrong(e, spots[1].node, "it waits for '%s'",
                          spots[1].node->u.condition.name);
  status = pipeline_one(&p, &spots[0], true);
  status = status ? status : pipeline_one(&p, &spots[1], false);
  return status ? status : check_parts(&p, spots);
}
