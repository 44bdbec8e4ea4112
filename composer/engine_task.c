#include <math.h>

#include "composer/engine_internal.h"

static const size_t NONE = (size_t)-1;

/* Work and span of code with tasks.
 * now    time on the path of the executing thread, children unbounded
 * ends   when the child tasks made so far are done at the latest */
struct strand {
  struct lcm_outcome work;
  double now;
  double ends;
};

/* What has been computed: by node and values of the scope. */
struct memo {
  const lcm_node *node;
  double key;
  struct strand strand;
};

/* A computation under way. */
struct tasking {
  struct lcm_run *run;
  LCM_LIST(struct memo) memos;
};

static struct strand run_strand(struct tasking *t, const lcm_node *node);

/* Put "next" behind "*s": its path goes on, its children run on. */
static void then(struct strand *s, const struct strand *next) {
  lcm_outcome_add(&s->work, &next->work, 1);
  s->ends = fmax(s->ends, s->now + next->ends);
  s->now += next->now;
}

/* Let "*s" wait for its children. */
static void wait(struct strand *s) { s->now = fmax(s->now, s->ends); }

/* Return a number that stands for the values bound in the scope. */
static double scope_key(const struct lcm_run *run) {
  double key = 0;
  for (size_t i = run->globals; i < run->env.n; i++)
    key = key * 1.000000059 + run->env.at[i].value * (double)(i + 7);
  return key;
}

/* Return the strand of the call "node", remembered by argument values. */
static struct strand run_call(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct lcm_run saved;
  struct strand out = {0};
  const lcm_node *body = NULL;
  if (!lcm_run_enter(run, node, &saved, &body))
    return out;
  const double key = scope_key(run);
  size_t at = NONE;
  for (size_t i = 0; i < t->memos.n && at == NONE; i++)
    if (t->memos.at[i].node == body && t->memos.at[i].key == key)
      at = i;
  if (at != NONE)
    out = t->memos.at[at].strand;
  else {
    out = run_strand(t, body);
    const struct memo memo = {body, key, out};
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &t->memos, memo);
  }
  lcm_run_leave(run, &saved);
  return out;
}

/* Return the strand of the loop "node": iterations one after the other. */
static struct strand run_loop(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct strand out = {0};
  const double count = lcm_run_count(run, node);
  const size_t bound = run->env.n;
  double from = 0;
  const bool indexed = node->u.loop.n_ranges &&
                       lcm_run_derived(&from, run, node->u.loop.ranges[0].from);
  const bool tasks = node->kind == LCM_NODE_PARLOOP;
  const double steps = fmin(count, 10000);
  for (double i = 0; i < steps && node->n_children && !run->status; i++) {
    if (indexed)
      lcm_run_bind(run, node->u.loop.ranges[0].index, from + i);
    struct strand one = run_strand(t, node->children[0]);
    run->env.n = bound;
    if (tasks) {
      one.ends = fmax(one.ends, one.now);
      one.now = 0;
    }
    then(&out, &one);
  }
  if (steps < count && steps > 0) {
    const double more = count / steps - 1;
    struct lcm_outcome rest = out.work;
    lcm_outcome_add(&out.work, &rest, more);
    out.now += out.now * more;
  }
  return out;
}

/* Return the strand of the branch "node". */
static struct strand run_branch(struct tasking *t, const lcm_node *node) {
  struct strand out = {0};
  bool random = false;
  const size_t taken = lcm_run_taken(t->run, node, &random);
  if (taken != NONE)
    return run_strand(t, node->children[taken]);
  for (size_t i = 0; random && i < node->n_children; i++) {
    const double chance = lcm_run_chance(t->run, node, i);
    const struct strand one = run_strand(t, node->children[i]);
    lcm_outcome_add(&out.work, &one.work, chance);
    out.now += one.now * chance;
    out.ends = fmax(out.ends, one.ends);
  }
  return out;
}

/* Return the strand of the children of "node" one after the other. */
static struct strand run_children(struct tasking *t, const lcm_node *node) {
  struct strand out = {0};
  const size_t bound = t->run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct strand one = run_strand(t, node->children[i]);
    then(&out, &one);
    if (node->children[i]->kind == LCM_NODE_TASKWAIT)
      wait(&out);
  }
  t->run->env.n = bound;
  return out;
}

/* Return work and span of "node". */
static struct strand run_strand(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct strand out = {0};
  if (run->status || node->ignored)
    return out;
  if (!node->n_models) {
    switch ((int)node->kind) {
    case LCM_NODE_SERIES:
      return run_children(t, node);
    case LCM_NODE_CALL:
      return run_call(t, node);
    case LCM_NODE_LOOP:
    case LCM_NODE_WHILE:
    case LCM_NODE_PARLOOP:
      return run_loop(t, node);
    case LCM_NODE_BRANCH:
      return run_branch(t, node);
    case LCM_NODE_TASKWAIT:
      return out;
    case LCM_NODE_TASKGROUP:
    case LCM_NODE_PARALLEL:
    case LCM_NODE_TASK: {
      const double cost = node->kind == LCM_NODE_TASK
                              ? lcm_run_machine(run, "task", 1, 0, 1)
                              : 0;
      out = run_children(t, node);
      out.work.time += cost;
      out.work.cats[LCM_CAT_SL] += cost;
      if (node->kind == LCM_NODE_TASKGROUP)
        wait(&out);
      if (node->kind != LCM_NODE_TASK)
        return out;
      out.ends = fmax(out.ends, out.now);
      out.now = 0;
      return out;
    }
    }
  }
  out.work = lcm_run_serial(run, node, 1);
  out.now = out.work.time;
  return out;
}

struct lcm_outcome lcm_run_tasks(struct lcm_run *run, const lcm_node *node,
                                 double *span) {
  struct tasking t = {.run = run};
  struct lcm_team *const team = run->team;
  run->team = NULL;
  const struct strand out = run_strand(&t, node);
  run->team = team;
  *span = fmax(out.now, out.ends);
  return out.work;
}
