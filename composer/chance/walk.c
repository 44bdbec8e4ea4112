/* The law of the time of a structure: what is not random takes what the engine
 * says; sequences add, branches mix, what is parallel takes as long as the
 * longest. */
#include "composer/chance/walk.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "composer/chance/crew.h"

static const size_t NONE = (size_t)-1;

/* Iterations that differ, and calls inside each other, that are followed. */
static const double MOST_STEPS = 4096;
enum { MOST_DEPTH = 1500, MOST_DRAWS = 8 };

/* Levels of a recursion that chance ends: how many are followed, when it is
 * asked whether it does, how little another one may add, how improbable levels
 * are that nobody looks at, and how much these may be all together. */
enum { MOST_LEVELS = 400, ASKED_LEVELS = 40, DEEP = 160, SHALLOW = 20 };
static const double LEVEL_GAP = 1e-8;
static const double SMALL_CHANCE = 1e-10;
static const double LEFT_OUT = 1e-6;

/* A call with its names, and what it came to.
 * open   it is being followed, and "law" what a few levels of it come to;
 *        asked: it came to call itself meanwhile */
struct chance_call {
  const lcm_node *body;
  double w;
  const lcm_binding *env;
  size_t n;
  const struct lcm_law *law;
  bool open;
  bool asked;
};

/* Calls that are known. */
struct lcm_chance_calls {
  LCM_LIST(struct chance_call) list;
};

const struct lcm_law *lcm_chance_refuse(struct lcm_chance_walk *walk,
                                        const lcm_node *node,
                                        const char *reason) {
  if (!walk->reason) {
    walk->reason = reason;
    walk->at = node->loc;
  }
  return lcm_law_certain(walk->arena, 0);
}

const struct lcm_law *lcm_chance_times(struct lcm_chance_walk *walk,
                                       const struct lcm_law *law,
                                       double times) {
  const double whole = floor(times + 1e-9);
  const double part = times - whole;
  const struct lcm_law *out = lcm_law_repeated(walk->arena, law, whole);
  if (part < 1e-9)
    return out;
  const struct lcm_law_part parts[] = {
      {out, 1 - part}, {lcm_law_sum(walk->arena, out, law), part}};
  return lcm_law_mixed(walk->arena, parts, 2);
}

/* ---- models that draw --------------------------------------------------- */

/* The draws that the models of a node mention. */
struct draws {
  const struct lcm_draw *at[MOST_DRAWS];
  size_t n;
  double values[MOST_DRAWS];
};

/* Put the draws that models of "node" mention into "out"; false where they are
 * too many. */
static bool find_draws(struct draws *out, const struct lcm_run *run,
                       const lcm_node *node) {
  *out = (struct draws){.n = 0};
  for (size_t i = 0; i < run->program->n_draws; i++) {
    const struct lcm_draw *draw = &run->program->draws[i];
    bool has = false;
    for (size_t k = 0; k < node->n_models; k++)
      has = has || lcm_expr_has(node->models[k].expr, draw->name);
    if (has && out->n == MOST_DRAWS)
      return false;
    if (has)
      out->at[out->n++] = draw;
  }
  return true;
}

/* Return the time with the values of "draws". */
static double time_with(struct lcm_chance_walk *walk, const lcm_node *node,
                        struct lcm_drawn_time time, const struct draws *draws) {
  struct lcm_run *run = walk->run;
  const size_t bound = run->env.n;
  for (size_t i = 0; i < draws->n; i++)
    lcm_run_bind(run, draws->at[i]->name, draws->values[i]);
  const double out = time.at(walk, node, time.user);
  run->env.n = bound;
  return out;
}

/* Return the law of draw number "i" of "draws" at "node". */
static const struct lcm_law *law_of_draw(struct lcm_chance_walk *walk,
                                         const lcm_node *node,
                                         const struct draws *draws, size_t i) {
  const struct lcm_draw *draw = draws->at[i];
  double args[2] = {0, 0};
  for (size_t k = 0; k < draw->n_args && k < 2; k++)
    if (!lcm_run_derived(&args[k], walk->run, draw->args[k]))
      return lcm_chance_refuse(walk, node,
                               "an argument of what is drawn is not known");
  const struct lcm_law *law = lcm_law_draw(walk->arena, draw->kind, args);
  return law ? law
             : lcm_chance_refuse(walk, node,
                                 "what is drawn has no such arguments");
}

/* Return the law of a time that is any function of the one draw in "draws": its
 * values are taken along. */
static const struct lcm_law *taken_along(struct lcm_chance_walk *walk,
                                         const lcm_node *node,
                                         struct lcm_drawn_time time,
                                         struct draws *draws) {
  const struct lcm_law *law = law_of_draw(walk, node, draws, 0);
  double *values = LCM_NEW_ARRAY(walk->arena, double, law->n + 1);
  double *widths = LCM_NEW_ARRAY(walk->arena, double, law->n + 1);
  for (size_t i = 0; i < law->n; i++) {
    draws->values[0] = law->value[i];
    values[i] = time_with(walk, node, time, draws);
    widths[i] = i && law->width[i] > 0 ? fabs(values[i] - values[i - 1]) : 0;
  }
  return lcm_law_of(walk->arena, values, law->chance, widths, law->n);
}

const struct lcm_law *lcm_chance_drawn(struct lcm_chance_walk *walk,
                                       const lcm_node *node,
                                       struct lcm_drawn_time time) {
  struct draws draws;
  double slopes[MOST_DRAWS];
  if (!find_draws(&draws, walk->run, node))
    return lcm_chance_refuse(walk, node, "a cost draws many quantities");
  for (size_t i = 0; i < draws.n; i++)
    draws.values[i] = 1;
  const double base = time_with(walk, node, time, &draws);
  double all = base;
  bool linear = true;
  double shift = base;
  for (size_t i = 0; i < draws.n; i++) {
    draws.values[i] = 2;
    const double two = time_with(walk, node, time, &draws);
    draws.values[i] = 3;
    const double three = time_with(walk, node, time, &draws);
    draws.values[i] = 1;
    slopes[i] = two - base;
    shift -= slopes[i];
    all += 2 * slopes[i];
    linear = linear && fabs(three - two - slopes[i]) <= 1e-9 * fabs(three);
  }
  for (size_t i = 0; i < draws.n; i++)
    draws.values[i] = 3;
  linear = linear &&
           fabs(time_with(walk, node, time, &draws) - all) <= 1e-9 * fabs(all);
  if (!linear)
    return draws.n == 1
               ? taken_along(walk, node, time, &draws)
               : lcm_chance_refuse(walk, node,
                                   "a cost is not linear in what it draws");
  const struct lcm_law *out = lcm_law_certain(walk->arena, shift);
  for (size_t i = 0; i < draws.n; i++)
    out = lcm_law_sum(walk->arena, out,
                      lcm_law_scaled(walk->arena,
                                     law_of_draw(walk, node, &draws, i),
                                     slopes[i], 0));
  return out;
}

/* Return the time of "node" by the engine on the processors "user". */
static double engine_time(struct lcm_chance_walk *walk, const lcm_node *node,
                          void *user) {
  return lcm_run_serial(walk->run, node, *(const double *)user).time;
}

/* Return whether something below "node" is random beside its models. */
static bool is_random_below(struct lcm_chance_walk *walk,
                            const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (lcm_run_traits(walk->run, node->children[i])->random)
      return true;
  return node->kind == LCM_NODE_CALL || node->kind == LCM_NODE_BRANCH;
}

/* Return the law of "node" by its models. */
static const struct lcm_law *law_of_models(struct lcm_chance_walk *walk,
                                           const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  const lcm_model *whole = lcm_node_whole(node);
  const struct lcm_drawn_time time = {engine_time, &w};
  if (!whole && is_random_below(walk, node))
    return lcm_chance_refuse(walk, node,
                             "a model says a part of what is random");
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model_per per = node->models[i].per;
    if (per == LCM_PER_RUN ||
        (per == LCM_PER_ITERATION &&
         (node->n_models > 1 || !lcm_node_is_serial_loop(node->kind))))
      return lcm_chance_refuse(
          walk, node, "a model that draws is of an iteration or a run");
  }
  const struct lcm_law *law = lcm_chance_drawn(walk, node, time);
  if (node->models[0].per != LCM_PER_ITERATION)
    return law;
  const double count = lcm_run_count(run, node);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    if (node->u.loop.ranges[i].index &&
        lcm_expr_has(node->models[0].expr, node->u.loop.ranges[i].index))
      return lcm_chance_refuse(walk, node, "iterations draw and differ");
  return count > 0
             ? lcm_chance_times(
                   walk, lcm_law_scaled(walk->arena, law, 1 / count, 0), count)
             : lcm_law_certain(walk->arena, 0);
}

/* ---- kinds of nodes ----------------------------------------------------- */

/* Return the law of the children of "node" one after the other. */
static const struct lcm_law *law_of_series(struct lcm_chance_walk *walk,
                                           const lcm_node *node, double w) {
  const size_t bound = walk->run->env.n;
  const struct lcm_law *out = lcm_law_certain(walk->arena, 0);
  for (size_t i = 0; i < node->n_children && !walk->reason; i++)
    out = lcm_law_sum(walk->arena, out,
                      lcm_chance_law(walk, node->children[i], w));
  walk->run->env.n = bound;
  return out;
}

/* Return the law of the sequential loop "node". */
static const struct lcm_law *law_of_loop(struct lcm_chance_walk *walk,
                                         const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  const size_t bound = run->env.n;
  const struct lcm_law *out = lcm_law_certain(walk->arena, 0);
  if (!node->n_children)
    return out;
  if (lcm_run_is_uniform(run, node))
    return lcm_chance_times(walk, lcm_chance_law(walk, node->children[0], w),
                            fmax(0, lcm_run_count(run, node)));
  const struct lcm_walk steps = lcm_run_walk(run, node);
  if (steps.steps > MOST_STEPS)
    return lcm_chance_refuse(walk, node, "thousands of iterations differ");
  for (double i = 0; i < steps.steps && !walk->reason && !run->status; i++) {
    lcm_run_step(run, &steps, i);
    const struct lcm_law *one = lcm_chance_law(walk, node->children[0], w);
    out =
        lcm_law_sum(walk->arena, out, lcm_chance_times(walk, one, steps.each));
    run->env.n = bound;
  }
  return out;
}

/* Return the law of the branch "node". */
static const struct lcm_law *law_of_branch(struct lcm_chance_walk *walk,
                                           const lcm_node *node, double w) {
  bool random = false;
  double left = 1;
  const double reach = walk->reach;
  const size_t taken = lcm_run_taken(walk->run, node, &random);
  if (taken != NONE)
    return lcm_chance_law(walk, node->children[taken], w);
  if (!random)
    return lcm_law_certain(walk->arena, 0);
  struct lcm_law_part *parts =
      LCM_NEW_ARRAY(walk->arena, struct lcm_law_part, node->n_children + 1);
  for (size_t i = 0; i < node->n_children; i++) {
    const double chance = fmin(left, lcm_run_chance(walk->run, node, i));
    walk->reach = reach * chance;
    parts[i] = (struct lcm_law_part){
        chance > 0 ? lcm_chance_law(walk, node->children[i], w)
                   : lcm_law_certain(walk->arena, 0),
        chance};
    left -= chance;
  }
  walk->reach = reach;
  return lcm_law_mixed(walk->arena, parts, node->n_children);
}

/* Put the names of the function at hand with their present values into "*env"
 * (memory of "walk"); return how many. */
static size_t present_values(const struct lcm_chance_walk *walk,
                             const lcm_binding **env) {
  const struct lcm_run *run = walk->run;
  LCM_LIST(lcm_binding) all = {0};
  for (size_t i = run->env.n; i-- > run->globals;) {
    size_t k = 0;
    while (k < all.n && all.at[k].name != run->env.at[i].name)
      k++;
    if (k == all.n)
      LCM_LIST_ADD(walk->arena, &all, run->env.at[i]);
  }
  *env = all.at;
  return all.n;
}

/* Return whether "a" and "b" are the same number, or both none. */
static bool is_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

/* Return the call like "asked" that is known, or NULL. */
static struct chance_call *recall(const struct lcm_chance_walk *walk,
                                  const struct chance_call *asked) {
  for (size_t i = 0; i < walk->calls->list.n; i++) {
    struct chance_call *call = &walk->calls->list.at[i];
    bool same =
        call->body == asked->body && call->w == asked->w && call->n == asked->n;
    for (size_t k = 0; k < asked->n && same; k++)
      same = call->env[k].name == asked->env[k].name &&
             is_same(call->env[k].value, asked->env[k].value);
    if (same)
      return call;
  }
  return NULL;
}

/* Return whether the levels of a recursion, whose mean grew by "grown" and then
 * by "more", come to an end; refused at "node" where they do not. */
static bool is_ending(struct lcm_chance_walk *walk, const lcm_node *node,
                      size_t level, double grown, double more) {
  if (level < ASKED_LEVELS || more < grown * 0.999)
    return true;
  (void)lcm_chance_refuse(walk, node, "chance need not end the recursion");
  return false;
}

/* Return the law of "call", made at "node": where it comes to call itself with
 * the same values, level by level, until another level changes nothing any
 * more. */
static const struct lcm_law *follow_levels(struct lcm_chance_walk *walk,
                                           const lcm_node *node,
                                           struct chance_call call) {
  const size_t at = walk->calls->list.n;
  const struct lcm_law *law = lcm_law_certain(walk->arena, 0);
  double grown = INFINITY;
  call.law = law;
  call.open = true;
  LCM_LIST_ADD(walk->arena, &walk->calls->list, call);
  for (size_t level = 0; level < MOST_LEVELS; level++) {
    const double before = law->cumulants[0];
    law = lcm_chance_law(walk, call.body, call.w);
    if (walk->calls->list.at[at].asked)
      walk->calls->list.n = at + 1;
    walk->calls->list.at[at].law = law;
    const double more = law->cumulants[0] - before;
    if (!walk->calls->list.at[at].asked || walk->reason || walk->run->status ||
        !is_ending(walk, node, level, grown, more))
      break;
    walk->recurred = true;
    if (level && more <= LEVEL_GAP * law->cumulants[0])
      break;
    grown = more;
    if (level + 1 == MOST_LEVELS)
      (void)lcm_chance_refuse(walk, node, "the recursion hardly ends");
  }
  walk->calls->list.at[at].open = false;
  return law;
}

/* Return the law of "call", made at "node", which is not known yet.  Levels
 * with other values each are left out where they are deep and hardly come; that
 * the first of them takes longer than the next says that they need not end. */
static const struct lcm_law *law_of_level(struct lcm_chance_walk *walk,
                                          const lcm_node *node,
                                          struct chance_call call) {
  const unsigned depth = walk->run->depth;
  if (depth > DEEP && walk->reach < SMALL_CHANCE) {
    walk->recurred = walk->far = true;
    return lcm_law_certain(walk->arena, 0);
  }
  const struct lcm_law *law = follow_levels(walk, node, call);
  const double deeper = walk->deeper;
  walk->deeper = law->cumulants[0];
  if (walk->far && depth > 1 && depth < SHALLOW &&
      law->cumulants[0] > deeper * (1 + LEFT_OUT))
    return lcm_chance_refuse(walk, node, "chance need not end the recursion");
  return law;
}

/* Return the law of the call "node". */
static const struct lcm_law *law_of_call(struct lcm_chance_walk *walk,
                                         const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  struct lcm_run saved;
  struct chance_call call = {.w = w};
  if (run->depth > MOST_DEPTH)
    return lcm_chance_refuse(walk, node, "calls nest too deeply");
  if (!lcm_run_enter(run, node, &saved, &call.body))
    return lcm_law_certain(walk->arena, 0);
  call.n = present_values(walk, &call.env);
  struct chance_call *known = recall(walk, &call);
  if (known)
    known->asked = known->asked || known->open;
  const struct lcm_law *law =
      known ? known->law : law_of_level(walk, node, call);
  lcm_run_leave(run, &saved);
  return law;
}

/* Return the law of the children of "node" at the same time. */
static const struct lcm_law *law_of_parallel(struct lcm_chance_walk *walk,
                                             const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  const size_t n = node->n_children;
  const size_t bound = run->env.n;
  struct lcm_law_part *parts =
      LCM_NEW_ARRAY(walk->arena, struct lcm_law_part, n + 1);
  if (w < (double)n)
    return lcm_chance_refuse(walk, node,
                             "there are more parts than processors");
  for (size_t i = 0; i < n; i++) {
    const double share =
        lcm_run_unit_weight(run, node->children[i], w, (double)n);
    lcm_run_bind(run, run->names->parts, (double)n);
    parts[i] = (struct lcm_law_part){
        lcm_chance_law(walk, node->children[i], share), 1};
    run->env.n = bound;
  }
  walk->longest = true;
  return lcm_law_longest(walk->arena, parts, n);
}

/* Return the law of the iterations of the parallel loop "node" of a model of
 * contention, each on a processor. */
static const struct lcm_law *law_of_replicas(struct lcm_chance_walk *walk,
                                             const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  const double count = lcm_run_count(run, node);
  if (!run->program->is_model || !node->n_children || w < count ||
      !lcm_run_is_uniform(run, node) || count < 1)
    return lcm_chance_refuse(walk, node, "replicas differ");
  const struct lcm_law_part part = {lcm_chance_law(walk, node->children[0], 1),
                                    count};
  walk->longest = true;
  return lcm_law_longest(walk->arena, &part, 1);
}

/* Return the law of "node", which is random, without its models. */
static const struct lcm_law *by_kind(struct lcm_chance_walk *walk,
                                     const lcm_node *node, double w) {
  lcm_node team = {.kind = LCM_NODE_TEAM,
                   .id = node->id,
                   .loc = node->loc,
                   .children = &node,
                   .n_children = 1};
  switch (node->kind) {
  case LCM_NODE_SERIES:
    return law_of_series(walk, node, w);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return law_of_loop(walk, node, w);
  case LCM_NODE_BRANCH:
    return law_of_branch(walk, node, w);
  case LCM_NODE_CALL:
    return law_of_call(walk, node, w);
  case LCM_NODE_TEAM:
    return node->u.team.kind == LCM_TEAM_RANKS
               ? lcm_chance_refuse(walk, node, "ranks send messages")
               : lcm_chance_team(walk, node, w);
  case LCM_NODE_PARALLEL:
    return node->u.parallel.worksharing ? law_of_series(walk, node, w)
                                        : law_of_parallel(walk, node, w);
  case LCM_NODE_PARLOOP:
    if (node->u.loop.worksharing)
      return law_of_loop(walk, node, w);
    return walk->run->program->is_model ? law_of_replicas(walk, node, w)
                                        : lcm_chance_team(walk, &team, w);
  case LCM_NODES_OF_RESOURCES:
    return lcm_chance_refuse(walk, node, "what is random waits for resources");
  case LCM_NODES_OF_CONDITIONS:
    return lcm_chance_refuse(walk, node, "what is random waits for conditions");
  case LCM_NODES_OF_TASKS:
    return lcm_chance_refuse(walk, node, "tasks are random");
  case LCM_NODES_OF_TRAFFIC:
    return lcm_chance_refuse(walk, node, "messages are random");
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_LET:
  case LCM_NODE_BARRIER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return lcm_chance_refuse(walk, node, "what is random is not modelled");
}

const struct lcm_law *lcm_chance_law(struct lcm_chance_walk *walk,
                                     const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  if (!walk->calls)
    walk->calls = LCM_NEW(walk->arena, struct lcm_chance_calls);
  if (walk->reason || run->status || node->ignored)
    return lcm_law_certain(walk->arena, 0);
  if (node->kind == LCM_NODE_LET) {
    (void)lcm_run_let(run, &node->u.let);
    return lcm_law_certain(walk->arena, 0);
  }
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  if (run->program->is_model && run->program->n_resources)
    return lcm_chance_refuse(walk, node, "there are resources to wait for");
  if (!traits->random)
    return lcm_law_certain(walk->arena, lcm_run_serial(run, node, w).time);
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->p, w);
  const struct lcm_law *law = NULL;
  if (node->n_with)
    law = lcm_chance_refuse(walk, node, "`with` changes values in it");
  else
    law =
        node->n_models ? law_of_models(walk, node, w) : by_kind(walk, node, w);
  run->env.n = bound;
  return law;
}
