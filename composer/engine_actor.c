#include <math.h>
#include <string.h>

#include "composer/engine_internal.h"

enum { MAX_SEGMENTS = 2000000 };
static const size_t NONE = (size_t)-1;

/* What an actor does next. */
enum action { COMPUTE, ACQUIRE, RELEASE, SIGNAL, WAIT };

/* A segment of an actor's life; "key" names the lock or condition.
 * own     the record of what is computed
 * record  what its time counts for beside that */
struct segment {
  enum action action;
  const char *key;
  size_t own;
  size_t record;
  struct lcm_outcome outcome;
  lcm_loc loc;
};

typedef LCM_LIST(struct segment) segment_list;

/* A lock: who has it, since when, and who waits in order of asking. */
struct lock {
  const char *key;
  size_t holder;
  double since;
  double held;
  LCM_LIST(size_t) queue;
};

/* A condition that was signalled. */
struct condition {
  const char *key;
  double time;
};

/* An actor: its segments, the next one, whether it waits, and what led to
 * where it is. */
struct actor {
  segment_list segments;
  size_t at;
  bool parked;
  struct lcm_trail *trail;
};

/* A world of actors. */
struct world {
  struct lcm_run *run;
  struct actor *actors;
  size_t n;
  double *clocks;
  const double *weights;
  struct lcm_outcome *sums;
  LCM_LIST(struct lock) locks;
  LCM_LIST(struct condition) conditions;
  size_t n_segments;
};

static void expand(struct world *w, struct actor *actor, const lcm_node *node,
                   double weight);

/* Append a segment to "actor". */
static void append(struct world *w, struct actor *actor,
                   struct segment segment) {
  segment.record = w->run->parent;
  if (w->n_segments++ < MAX_SEGMENTS)
    LCM_LIST_ADD(lcm_ctx_arena(w->run->ctx), &actor->segments, segment);
  else if (!w->run->status) {
    lcm_report(w->run->ctx, LCM_DIAG_BUDGET, segment.loc,
               "too many lock or condition operations to follow");
    w->run->status = LCM_EBUDGET;
  }
}

/* Return the name of the instance "of" with the values of its indices. */
static const char *key_of(struct lcm_run *run, const struct lcm_instance *of) {
  const char *key = of->name;
  for (size_t i = 0; i < of->n_indices; i++) {
    double value = 0;
    (void)lcm_run_derived(&value, run, of->indices[i]);
    key = lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s%c%.15g", key,
                           i ? ',' : '(', value);
  }
  if (of->n_indices)
    key = lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s)", key);
  return lcm_intern(run->ctx, key);
}

/* Expand the loop "node" iteration by iteration. */
static void expand_loop(struct world *w, struct actor *actor,
                        const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  const double count = lcm_run_count(run, node);
  const size_t bound = run->env.n;
  double from = 0;
  double step = 1;
  const bool indexed = node->u.loop.n_ranges == 1 &&
                       lcm_run_derived(&from, run, node->u.loop.ranges[0].from);
  if (indexed && node->u.loop.ranges[0].step)
    (void)lcm_run_derived(&step, run, node->u.loop.ranges[0].step);
  for (double i = 0; i < count && node->n_children && !run->status; i++) {
    if (indexed)
      lcm_run_bind(run, node->u.loop.ranges[0].index, from + i * step);
    expand(w, actor, node->children[0], weight);
    run->env.n = bound;
  }
}

/* Expand the branch "node": what is taken, or the likeliest. */
static void expand_branch(struct world *w, struct actor *actor,
                          const lcm_node *node, double weight) {
  bool random = false;
  size_t taken = lcm_run_taken(w->run, node, &random);
  double best = 0.5;
  for (size_t i = 0; random && i < node->n_children; i++)
    if (lcm_run_chance(w->run, node, i) > best) {
      best = lcm_run_chance(w->run, node, i);
      taken = i;
    }
  if (taken != NONE)
    expand(w, actor, node->children[taken], weight);
}

/* Append the possession of the resources of "node" around "inside". */
static void expand_possession(struct world *w, struct actor *actor,
                              const lcm_node *node, double weight) {
  struct segment segment = {.loc = node->loc};
  const size_t n = node->u.resource.n_instances;
  for (size_t i = 0; i < n && node->kind != LCM_NODE_RELEASE; i++) {
    segment.action = ACQUIRE;
    segment.key = key_of(w->run, &node->u.resource.instances[i]);
    append(w, actor, segment);
  }
  if (node->kind == LCM_NODE_USE) {
    const double t = lcm_run_cost(w->run, node->u.resource.time, node->loc);
    struct segment use = {
        .action = COMPUTE, .own = w->run->parent, .loc = node->loc};
    use.outcome.time = t;
    use.outcome.cats[LCM_CAT_PC] = t;
    use.outcome.cats[LCM_CAT_IP] = weight > 1 ? (weight - 1) * t : 0;
    append(w, actor, use);
  }
  if (node->kind == LCM_NODE_USING && node->n_children)
    expand(w, actor, node->children[0], weight);
  for (size_t i = 0; i < n && node->kind != LCM_NODE_ACQUIRE; i++) {
    segment.action = RELEASE;
    segment.key = key_of(w->run, &node->u.resource.instances[i]);
    append(w, actor, segment);
  }
}

/* Append what lies below "node" to "actor". */
static void expand_kind(struct world *w, struct actor *actor,
                        const lcm_node *node, double weight) {
  struct lcm_run *run = w->run;
  struct lcm_run saved;
  const lcm_node *body = NULL;
  switch ((int)node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    expand_loop(w, actor, node, weight);
    return;
  case LCM_NODE_BRANCH:
    expand_branch(w, actor, node, weight);
    return;
  case LCM_NODE_CALL:
    if (lcm_run_enter(run, node, &saved, &body)) {
      expand(w, actor, body, weight);
      lcm_run_leave(run, &saved);
    }
    return;
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    expand_possession(w, actor, node, weight);
    return;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT: {
    const struct segment segment = {
        .action = node->kind == LCM_NODE_SIGNAL ? SIGNAL : WAIT,
        .key = key_of(run, &node->u.condition),
        .loc = node->loc};
    append(w, actor, segment);
    return;
  }
  }
  const size_t bound = run->env.n;
  for (size_t i = 0; i < node->n_children; i++)
    expand(w, actor, node->children[i], weight);
  run->env.n = bound;
}

/* Append what "node" does, executed by "weight" processors, to "actor". */
static void expand(struct world *w, struct actor *actor, const lcm_node *node,
                   double weight) {
  const struct lcm_outcome none = {0};
  struct lcm_run *run = w->run;
  if (run->status || node->ignored)
    return;
  if (node->kind == LCM_NODE_LET) {
    double value = 0;
    if (lcm_run_derived(&value, run, node->u.let.value))
      lcm_run_bind(run, node->u.let.name, value);
    return;
  }
  if (!lcm_run_traits(run, node)->actor || node->kind == LCM_NODE_TEAM ||
      lcm_node_model(node, "time") || lcm_node_model(node, "work")) {
    struct segment segment = {.action = COMPUTE, .loc = node->loc};
    segment.outcome = lcm_run_serial(run, node, weight);
    segment.own = lcm_record_aside(run, node);
    append(w, actor, segment);
    return;
  }
  const size_t record = lcm_record_open(run, node);
  expand_kind(w, actor, node, weight);
  lcm_record_close(run, record, &none, weight, "composed");
  (void)lcm_record_aside(run, node);
}

/* Return the lock called "key". */
static struct lock *lock_of(struct world *w, const char *key) {
  for (size_t i = 0; i < w->locks.n; i++)
    if (w->locks.at[i].key == key)
      return &w->locks.at[i];
  const struct lock fresh = {.key = key, .holder = NONE};
  LCM_LIST_ADD(lcm_ctx_arena(w->run->ctx), &w->locks, fresh);
  return &w->locks.at[w->locks.n - 1];
}

/* Count that actor "i" spends "outcome" at "segment". */
static void spend(struct world *w, size_t i, const struct segment *segment,
                  const struct lcm_outcome *outcome) {
  const double range[] = {w->clocks[i], w->clocks[i] + outcome->time};
  w->clocks[i] += outcome->time;
  lcm_outcome_add(&w->sums[i], outcome, 1);
  lcm_record_charge(w->run, segment->record, w->run->parent, outcome, range);
}

/* Let actor "i" spend "time" on synchronization at its segment. */
static void synchronize(struct world *w, size_t i, double time) {
  const struct actor *actor = &w->actors[i];
  struct lcm_outcome outcome = {.time = time};
  outcome.cats[LCM_CAT_SL] = time * w->weights[i];
  spend(w, i, &actor->segments.at[actor->at], &outcome);
}

/* Let actor "i" wait until "by" is where it is now; that is synchronization
 * loss. */
static void wait_for(struct world *w, size_t i, size_t by) {
  if (w->clocks[i] >= w->clocks[by])
    return;
  synchronize(w, i, w->clocks[by] - w->clocks[i]);
  w->actors[i].trail = w->actors[by].trail;
}

/* Give "lock" to actor "i". */
static void grant(struct world *w, struct lock *lock, size_t i) {
  const double cost = lcm_run_machine(w->run, "lock", (double)w->n, 0, 1);
  lock->holder = i;
  synchronize(w, i, cost);
  lock->since = w->clocks[i];
  w->actors[i].parked = false;
  w->actors[i].at++;
}

/* Actor "i" gives the lock "key" back; the next in the queue gets it. */
static void release(struct world *w, size_t i, const char *key) {
  struct lock *lock = lock_of(w, key);
  w->actors[i].at++;
  if (lock->holder != i)
    return;
  lock->held += w->clocks[i] - lock->since;
  lock->holder = NONE;
  if (!lock->queue.n)
    return;
  const size_t next = lock->queue.at[0];
  lock->queue.n--;
  memmove(lock->queue.at, lock->queue.at + 1,
          lock->queue.n * sizeof *lock->queue.at);
  wait_for(w, next, i);
  grant(w, lock, next);
}

/* Return the condition called "key", or NULL when nobody signalled it. */
static const struct condition *condition_of(const struct world *w,
                                            const char *key) {
  for (size_t i = w->conditions.n; i-- > 0;)
    if (w->conditions.at[i].key == key)
      return &w->conditions.at[i];
  return NULL;
}

/* Actor "i" signals "key": whoever waits for it goes on. */
static void signal(struct world *w, size_t i, const char *key) {
  w->actors[i].at++;
  if (condition_of(w, key))
    return;
  const struct condition condition = {key, w->clocks[i]};
  LCM_LIST_ADD(lcm_ctx_arena(w->run->ctx), &w->conditions, condition);
  for (size_t k = 0; k < w->n; k++) {
    struct actor *actor = &w->actors[k];
    if (!actor->parked || actor->at >= actor->segments.n)
      continue;
    const struct segment *segment = &actor->segments.at[actor->at];
    if (segment->action == WAIT && segment->key == key) {
      wait_for(w, k, i);
      actor->parked = false;
      actor->at++;
    }
  }
}

/* Let actor "i" do its next segment. */
static void step(struct world *w, size_t i) {
  struct actor *actor = &w->actors[i];
  const struct segment *segment = &actor->segments.at[actor->at];
  switch (segment->action) {
  case COMPUTE:
    spend(w, i, segment, &segment->outcome);
    actor->trail = lcm_trail_add(w->run, actor->trail, segment->own);
    actor->at++;
    return;
  case ACQUIRE: {
    struct lock *lock = lock_of(w, segment->key);
    if (lock->holder == NONE)
      grant(w, lock, i);
    else {
      actor->parked = true;
      LCM_LIST_ADD(lcm_ctx_arena(w->run->ctx), &lock->queue, i);
    }
    return;
  }
  case RELEASE:
    release(w, i, segment->key);
    return;
  case SIGNAL:
    signal(w, i, segment->key);
    return;
  case WAIT: {
    const struct condition *condition = condition_of(w, segment->key);
    actor->parked = !condition;
    if (condition)
      actor->at++;
    return;
  }
  }
}

/* Return the actor that can go on with the earliest clock, or NONE. */
static size_t next_actor(const struct world *w) {
  size_t best = NONE;
  for (size_t i = 0; i < w->n; i++)
    if (!w->actors[i].parked && w->actors[i].at < w->actors[i].segments.n &&
        (best == NONE || w->clocks[i] < w->clocks[best]))
      best = i;
  return best;
}

/* Mark what led to the end of the last actor. */
static void pick_last(struct world *w) {
  size_t last = 0;
  for (size_t i = 1; i < w->n; i++)
    last = w->clocks[i] > w->clocks[last] ? i : last;
  if (w->n)
    lcm_trail_pick(w->run, w->actors[last].trail, w->run->parent);
}

/* Report who waits for what when nobody can go on. */
static void check_deadlock(struct world *w) {
  for (size_t i = 0; i < w->n && !w->run->status; i++) {
    const struct actor *actor = &w->actors[i];
    if (actor->at >= actor->segments.n)
      continue;
    const struct segment *segment = &actor->segments.at[actor->at];
    lcm_report(w->run->ctx, LCM_DIAG_DEADLOCK, segment->loc,
               "unit %zu waits for '%s', which nobody will %s", i + 1,
               segment->key, segment->action == WAIT ? "signal" : "give back");
    w->run->status = LCM_EDOMAIN;
  }
}

/* Add the time that the locks were possessed to the demands of the run. */
static void note_demands(struct world *w) {
  for (size_t i = 0; i < w->locks.n; i++)
    lcm_run_demand(w->run, w->locks.at[i].key, w->locks.at[i].held);
}

void lcm_run_actors(struct lcm_run *run, const lcm_node *const *units, size_t n,
                    const double *weights, double *clocks,
                    struct lcm_outcome *sums) {
  struct world w = {
      .run = run, .n = n, .clocks = clocks, .weights = weights, .sums = sums};
  w.actors = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct actor, n + 1);
  const size_t bound = run->env.n;
  for (size_t i = 0; i < n && !run->status; i++) {
    lcm_run_bind_member(run, i);
    if (units[i])
      expand(&w, &w.actors[i], units[i], weights[i]);
    run->env.n = bound;
  }
  for (size_t i = next_actor(&w); i != NONE && !run->status; i = next_actor(&w))
    step(&w, i);
  if (!run->status)
    check_deadlock(&w);
  pick_last(&w);
  note_demands(&w);
}
