/* Closed forms of what members of a team share: sections, tasks, pipelines,
 * critical sections. */
#include <string.h>

#include "composer/formula/clocks.h"
#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/loop.h"
#include "composer/formula/part.h"
#include "composer/formula/serial.h"
#include "composer/formula/share.h"
#include "composer/formula/team.h"
#include "composer/rules/rules.h"

/* ---- units ------------------------------------------------------------------
 */

/* Return the task that the loop "node" makes in every iteration and does
 * nothing else, or NULL. */
static const lcm_node *only_task(const lcm_node *node) {
  while (node->kind == LCM_NODE_SERIES && node->n_children == 1)
    node = node->children[0];
  return node->kind == LCM_NODE_TASK && !node->u.task.n_depends &&
                 !node->u.task.when && !node->u.task.bytes &&
                 node->n_children == 1
             ? node
             : NULL;
}

/* Return the outcome of the unit "node" that makes equal tasks in a loop, which
 * the team runs in rounds. */
static struct lcm_closed equal_tasks(struct lcm_formula *f,
                                     const lcm_node *node) {
  struct lcm_closed out = {NULL};
  const size_t bound = f->values.n;
  while (node->kind == LCM_NODE_SERIES && node->n_children == 1)
    node = node->children[0];
  const lcm_node *task = node->kind == LCM_NODE_LOOP && node->n_children
                             ? only_task(node->children[0])
                             : NULL;
  if (!task || !lcm_loop_is_uniform(node) || node->n_models ||
      node->u.loop.n_ranges != 1 ||
      !lcm_expr_is_int(
          lcm_formula_machine(f, "task", f->team->k, lcm_formula_int(f, 0)),
          0)) {
    lcm_formula_give_up(f, node, "tasks that differ");
    return out;
  }
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_expr *from = lcm_formula_value(f, node->u.loop.ranges[0].from);
  if (from)
    lcm_formula_bind(f, node->u.loop.ranges[0].index, from);
  const struct lcm_closed one =
      task->n_models
          ? (struct lcm_closed){NULL}
          : lcm_formula_serial(f, task->children[0], f->team->weight);
  if (task->n_models)
    lcm_formula_give_up(f, task, "a task with a model");
  f->values.n = bound;
  lcm_formula_divide(f, &out, &one, count, NULL);
  return out;
}

/* Return the processors, taken for granted to be one or more, that the unit
 * "node" gets of "w" shared by "n". */
static const lcm_expr *unit_weight(struct lcm_formula *f, const lcm_node *node,
                                   const lcm_expr *w, size_t n) {
  const struct lcm_assign *with = lcm_node_with_p(node);
  const size_t bound = f->values.n;
  if (!lcm_formula_traits(f, node)->parallel)
    return lcm_formula_int(f, 1);
  const lcm_expr *count = lcm_formula_int(f, (long long)n);
  if (!with) {
    const lcm_expr *each = lcm_expr_div(f->ctx, w, count);
    lcm_formula_expect(f, lcm_expr_sub(f->ctx, each, lcm_formula_int(f, 1)));
    return each;
  }
  lcm_formula_bind(f, lcm_intern(f->ctx, "p"), w);
  lcm_formula_bind(f, lcm_intern(f->ctx, "T"), count);
  const lcm_expr *weight = lcm_formula_value(f, with->value);
  f->values.n = bound;
  if (!weight)
    lcm_formula_give_up(f, node, "a `with` without a value");
  lcm_formula_expect(f, lcm_expr_sub(f->ctx, weight, lcm_formula_int(f, 1)));
  return weight;
}

/* Return the outcome of the units of "node" side by side, each on its part of
 * the processors. */
static struct lcm_closed side_by_side(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  const lcm_expr *used = lcm_formula_int(f, 0);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_node *child = node->children[i];
    const lcm_expr *weight = unit_weight(f, child, w, node->n_children);
    used = lcm_expr_add(f->ctx, used, weight);
    struct lcm_closed one = lcm_formula_serial(f, child, weight);
    const lcm_expr *time = one.time;
    one.time = NULL;
    lcm_closed_add(f, &out, &one, NULL);
    if (time)
      out.time = out.time ? lcm_formula_larger(f, out.time, time) : time;
  }
  if (!f->reason)
    lcm_formula_fit(f, &out, used, w);
  return out;
}

/* Return the outcome of the two units of "node", parallel themselves: side by
 * side from two processors (of sections: members) on, in turn on one. */
static struct lcm_closed nested(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w) {
  struct lcm_closed turns = {NULL};
  struct lcm_closed out = {NULL};
  const lcm_expr *zero = lcm_formula_int(f, 0);
  if (node->n_children != 2) {
    lcm_formula_give_up(f, node, "parallel units that are more than two");
    return out;
  }
  const lcm_expr *members = node->u.parallel.worksharing ? f->team->k : w;
  const lcm_expr *one =
      lcm_expr_binary(f->ctx, LCM_X_LT, members, lcm_formula_int(f, 2));
  lcm_formula_while(f, lcm_expr_apply(f->ctx, LCM_X_NOT, one));
  const struct lcm_closed beside = side_by_side(f, node, w);
  lcm_formula_endwhile(f);
  lcm_formula_while(f, one);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed each =
        lcm_formula_serial(f, node->children[i], f->team->weight);
    lcm_closed_add(f, &turns, &each, NULL);
  }
  lcm_formula_endwhile(f);
  out.time = lcm_expr_if(f->ctx, one, turns.time ? turns.time : zero,
                         beside.time ? beside.time : zero);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    if (turns.cats[c] || beside.cats[c])
      out.cats[c] =
          lcm_expr_if(f->ctx, one, turns.cats[c] ? turns.cats[c] : zero,
                      beside.cats[c] ? beside.cats[c] : zero);
  lcm_formula_set_clocks(f, LCM_ALIGNED, NULL);
  return out;
}

/* ---- pipelines --------------------------------------------------------------
 */

/* A stage of a pipeline: a loop whose body waits for the stage before, works
 * and signals the stage behind. */
struct stage {
  const lcm_node *loop;
  const lcm_node *body;
  const struct lcm_instance *waits;
  const struct lcm_instance *signals;
};

/* Return whether "of" is the instance of the iteration of "loop". */
static bool is_by_index(struct lcm_formula *f, const struct lcm_instance *of,
                        const lcm_node *loop) {
  return of->n_indices == 1 &&
         of->indices[0] == lcm_expr_symbol(f->ctx, loop->u.loop.ranges[0].index,
                                           LCM_DIM_NONE);
}

/* What a stage comes to: "count" items of "one" on "weight" processors, each in
 * "time", and the processor-seconds that it waits (NULL: none). */
struct staged {
  const struct lcm_closed *one;
  const lcm_expr *time;
  const lcm_expr *count;
  const lcm_expr *weight;
  const lcm_expr *waiting;
};

/* Take the unit "node" for a stage; false where it is none. */
static bool take_stage(struct stage *out, struct lcm_formula *f,
                       const lcm_node *node) {
  while (node->kind == LCM_NODE_SERIES && node->n_children == 1)
    node = node->children[0];
  if (node->kind != LCM_NODE_LOOP || node->u.loop.n_ranges != 1 ||
      node->n_children != 1 || node->n_models)
    return false;
  const lcm_node *body = node->children[0];
  *out = (struct stage){node, body, NULL, NULL};
  for (size_t i = 0; i < body->n_children; i++) {
    const lcm_node *child = body->children[i];
    const bool wait = child->kind == LCM_NODE_WAIT;
    const bool signal = child->kind == LCM_NODE_SIGNAL;
    if ((wait && i) || (signal && i + 1 < body->n_children))
      return false;
    if ((wait || signal) && !is_by_index(f, &child->u.condition, node))
      return false;
    if (!wait && !signal && lcm_formula_traits(f, child)->actor)
      return false;
    out->waits = wait ? &child->u.condition : out->waits;
    out->signals = signal ? &child->u.condition : out->signals;
  }
  return body->kind == LCM_NODE_SERIES && !body->n_models;
}

/* Return the outcome of one item at "stage" on "weight" processors. */
static struct lcm_closed item(struct lcm_formula *f, const struct stage *stage,
                              const lcm_expr *weight) {
  struct lcm_closed out = {NULL};
  const lcm_expr *count = lcm_formula_count(f, stage->loop);
  const size_t bound = f->values.n;
  const char *index =
      lcm_formula_index(f, lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1)));
  lcm_formula_bind(f, stage->loop->u.loop.ranges[0].index,
                   lcm_expr_symbol(f->ctx, index, LCM_DIM_NONE));
  for (size_t i = 0; i < stage->body->n_children && !f->reason; i++) {
    const lcm_node *child = stage->body->children[i];
    if (child->kind == LCM_NODE_WAIT || child->kind == LCM_NODE_SIGNAL)
      continue;
    const struct lcm_closed one = lcm_formula_serial(f, child, weight);
    lcm_closed_add(f, &out, &one, NULL);
  }
  f->values.n = bound;
  if (lcm_closed_mentions(&out, index))
    lcm_formula_give_up(f, stage->loop, "items that differ");
  return out;
}

/* Add what "stage", the unit "unit" on "weight" processors, took to what parts
 * took in "out": "count" items of "one", and as much waiting. */
static void note_stage(struct lcm_formula *f, struct lcm_closed *out,
                       const lcm_node *unit, const struct stage *stage,
                       const struct staged *of) {
  struct lcm_closed own = {NULL};
  struct lcm_closed wait = {NULL};
  if (!f->parts)
    return;
  if (of->waiting) {
    wait.cats[LCM_CAT_SL] = own.cats[LCM_CAT_SL] = of->waiting;
    wait.time = own.time = lcm_expr_div(f->ctx, of->waiting, of->weight);
  }
  lcm_closed_add(f, &own, of->one, of->count);
  lcm_closed_cat(f, &own.time, lcm_expr_mul(f->ctx, of->count, of->time));
  for (; unit != stage->loop; unit = unit->children[0])
    lcm_formula_part(f, out, unit, of->weight, &own);
  lcm_formula_part(f, out, stage->loop, of->weight, &own);
  lcm_formula_part(f, out, stage->body, of->weight, &own);
  if (stage->waits)
    lcm_formula_part(f, out, stage->body->children[0], of->weight, &wait);
}

/* Take for granted that there is a member for each of the units of "node" if
 * members execute them.  Two that wait for each other take turns on one
 * processor as in one member. */
static void expect_members(struct lcm_formula *f, const lcm_node *node) {
  const lcm_expr *n = lcm_formula_int(f, (long long)node->n_children);
  if (node->u.parallel.worksharing &&
      (node->n_children > 2 || !lcm_expr_is_int(f->team->weight, 1)))
    lcm_formula_expect(f, lcm_expr_sub(f->ctx, f->team->k, n));
}

/* Return the outcome of the units of "node" as a pipeline: fill and drain.
 * With item times t_s of S stages and N items stage s ends at
 * sum(t_1..t_s) + (N - 1) max(t_1..t_s); what it does not work until then it
 * waits. */
static struct lcm_closed pipeline(struct lcm_formula *f, const lcm_node *node,
                                  const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  struct stage before = {NULL};
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *count = NULL;
  const lcm_expr *sum = lcm_formula_int(f, 0);
  const lcm_expr *slowest = NULL;
  const lcm_expr *used = lcm_formula_int(f, 0);
  expect_members(f, node);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    struct stage stage;
    if (!take_stage(&stage, f, node->children[i]) ||
        (i && (!stage.waits || !before.signals ||
               stage.waits->name != before.signals->name)) ||
        (!i && stage.waits)) {
      lcm_formula_give_up(f, node, "units that wait for each other");
      return out;
    }
    const lcm_expr *own = lcm_formula_count(f, stage.loop);
    if (count && own != count)
      lcm_formula_give_up(f, node, "stages of different lengths");
    count = own;
    const lcm_expr *weight =
        unit_weight(f, node->children[i], w, node->n_children);
    used = lcm_expr_add(ctx, used, weight);
    struct lcm_closed one = item(f, &stage, weight);
    if (f->reason || !one.time)
      one.time = lcm_formula_int(f, 0);
    sum = lcm_expr_add(ctx, sum, one.time);
    slowest = slowest ? lcm_formula_larger(f, slowest, one.time) : one.time;
    out.time = lcm_expr_add(
        ctx, sum,
        lcm_expr_mul(ctx, lcm_expr_sub(ctx, count, lcm_formula_int(f, 1)),
                     slowest));
    const lcm_expr *waiting =
        lcm_expr_sub(ctx, out.time, lcm_expr_mul(ctx, count, one.time));
    if (i)
      lcm_closed_cat(f, &out.cats[LCM_CAT_SL],
                     lcm_expr_mul(ctx, waiting, weight));
    const struct staged of = {&one, one.time, count, weight,
                              i ? lcm_expr_mul(ctx, waiting, weight) : NULL};
    const lcm_expr *end = out.time;
    one.time = NULL;
    lcm_closed_add(f, &out, &one, count);
    note_stage(f, &out, node->children[i], &stage, &of);
    out.time = end;
    before = stage;
  }
  if (!f->reason)
    lcm_formula_fit(f, &out, used, w);
  lcm_formula_set_clocks(f, LCM_ALIGNED, NULL);
  return out;
}

/* Return the outcome of the only unit "node" of members of whom the first is
 * the latest: the last of them, who comes first, executes it (OpenMP 5.2, 11.1:
 * which thread does is not said; libraries take the one that comes first). */
static struct lcm_closed only_unit(struct lcm_formula *f,
                                   const lcm_node *node) {
  struct lcm_closed out = lcm_formula_serial(f, node, f->team->weight);
  if (out.time && f->team->lead)
    out.time =
        lcm_formula_larger(f, lcm_formula_int(f, 0),
                           lcm_expr_sub(f->ctx, out.time, f->team->lead));
  lcm_formula_set_clocks(f, LCM_SKEWED, NULL);
  return out;
}

struct lcm_closed lcm_formula_share(struct lcm_formula *f,
                                    const lcm_node *node) {
  struct lcm_closed out = {NULL};
  bool parallel = false;
  bool actor = false;
  const lcm_expr *w = lcm_expr_mul(f->ctx, f->team->k, f->team->weight);
  const bool late = f->team->clocks == LCM_FIRST && node->n_children == 1;
  if (f->team->clocks != LCM_ALIGNED && !late)
    lcm_formula_give_up(f, node, "units begun at different times");
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_traits *t = lcm_formula_traits(f, node->children[i]);
    parallel = parallel || t->parallel;
    actor = actor || t->actor;
    if (t->tasks && (t->waits || node->n_children > 1))
      lcm_formula_give_up(f, node, "a tree of tasks");
  }
  if (late &&
      (actor || parallel || lcm_formula_traits(f, node->children[0])->tasks))
    lcm_formula_give_up(f, node, "a unit begun at different times");
  if (f->reason || !node->n_children)
    return out;
  if (late)
    return only_unit(f, node->children[0]);
  if (actor)
    return pipeline(f, node, w);
  if (parallel)
    return nested(f, node, w);
  if (lcm_formula_traits(f, node->children[0])->tasks)
    return equal_tasks(f, node->children[0]);
  const struct lcm_closed first =
      lcm_formula_serial(f, node->children[0], f->team->weight);
  for (size_t i = 1; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed one =
        lcm_formula_serial(f, node->children[i], f->team->weight);
    if (one.time != first.time ||
        memcmp(one.cats, first.cats, sizeof one.cats) != 0)
      lcm_formula_give_up(f, node, "units of different costs");
  }
  lcm_formula_divide(f, &out, &first,
                     lcm_formula_int(f, (long long)node->n_children), NULL);
  return out;
}

/* ---- critical sections
 * -------------------------------------------------------
 */

/* Add to "out" that the locks of "node" are possessed for "time". */
static void demand_locks(struct lcm_formula *f, struct lcm_closed *out,
                         const lcm_node *node, const lcm_expr *time) {
  for (size_t i = 0; i < node->u.resource.n_instances; i++) {
    const struct lcm_instance *lock = &node->u.resource.instances[i];
    if (lock->n_indices)
      f->guard.unchecked = true;
    else
      lcm_formula_demand(f, out, lock->name, time);
  }
}

/* Return whether "node" is one lock, held while its only child is executed. */
static bool is_critical(const lcm_node *node) {
  if (node->kind != LCM_NODE_USING || node->n_models)
    return false;
  for (size_t i = 0; i < node->u.resource.n_instances; i++)
    if (node->u.resource.instances[i].n_indices)
      return false;
  return true;
}

struct lcm_closed lcm_formula_critical(struct lcm_formula *f,
                                       const lcm_node *node) {
  lcm_ctx *ctx = f->ctx;
  struct lcm_closed out = {NULL};
  struct lcm_closed around = {NULL};
  struct lcm_closed inside = {NULL};
  const lcm_expr *count = lcm_formula_int(f, 1);
  const lcm_expr *one = lcm_formula_int(f, 1);
  size_t n_critical = 0;
  const lcm_node *using = NULL;
  const lcm_node *body = node;
  if (node->kind == LCM_NODE_LOOP && node->n_children &&
      lcm_loop_is_uniform(node) && !node->n_models) {
    count = lcm_formula_count(f, node);
    body = node->children[0];
  }
  const bool series = body->kind == LCM_NODE_SERIES && !body->n_models;
  const size_t n = series ? body->n_children : 1;
  for (size_t i = 0; i < n && !f->reason; i++) {
    const lcm_node *child = series ? body->children[i] : body;
    const bool critical = is_critical(child);
    if (!critical && lcm_formula_traits(f, child)->actor)
      lcm_formula_give_up(f, child, "locks in a pattern without closed form");
    n_critical += critical;
    using = critical ? child : using;
    const struct lcm_closed part = lcm_formula_serial(f, child, one);
    lcm_closed_add(f, critical ? &inside : &around, &part, NULL);
  }
  if (n_critical != 1 || !lcm_expr_is_int(f->team->weight, 1) ||
      f->team->clocks != LCM_ALIGNED || !inside.time ||
      lcm_closed_mentions(&around, lcm_intern(ctx, "thread")) ||
      lcm_closed_mentions(&inside, lcm_intern(ctx, "thread")))
    lcm_formula_give_up(f, node, "locks in a pattern without closed form");
  if (f->reason)
    return out;
  const lcm_expr *k = f->team->k;
  const lcm_expr *lock =
      lcm_expr_mul(ctx,
                   lcm_formula_machine(f, lcm_lock_cost(f->machine, using), k,
                                       lcm_formula_int(f, 0)),
                   lcm_expr_unit(ctx, lcm_measure_find("s")));
  const lcm_expr *held = lcm_expr_add(ctx, inside.time, lock);
  const lcm_expr *cycle =
      around.time ? lcm_expr_add(ctx, around.time, held) : held;
  const lcm_expr *phi = lcm_expr_mul(ctx, count, cycle);
  const lcm_expr *omega = lcm_expr_mul(ctx, k, lcm_expr_mul(ctx, count, held));
  out.time = lcm_expr_sub(
      ctx,
      lcm_formula_larger(f, lcm_expr_add(ctx, phi, lcm_expr_mul(ctx, k, held)),
                         lcm_expr_add(ctx, omega, cycle)),
      held);
  const lcm_expr *all = lcm_expr_mul(ctx, k, count);
  const lcm_expr *end = out.time;
  demand_locks(f, &out, using, lcm_expr_mul(ctx, all, inside.time));
  around.time = inside.time = NULL;
  lcm_closed_add(f, &out, &around, all);
  lcm_closed_add(f, &out, &inside, all);
  out.time = end;
  const lcm_expr *staggered = lcm_expr_mul(
      ctx, held,
      lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2),
                   lcm_expr_mul(ctx, k, lcm_expr_sub(ctx, k, one))));
  const lcm_expr *busy = lcm_closed_sum(f, &out, LCM_MAX_CATS);
  lcm_closed_cat(f, &out.cats[LCM_CAT_SL],
                 lcm_expr_sub(ctx, lcm_expr_mul(ctx, k, out.time),
                              lcm_expr_add(ctx, busy, staggered)));
  lcm_formula_set_clocks(f, LCM_SKEWED, NULL);
  return out;
}
