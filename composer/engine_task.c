#include <math.h>
#include <string.h>

#include "composer/engine_internal.h"

static const size_t NONE = (size_t)-1;

/* Work and span of code with tasks.  When it is entered at time t and the child
 * tasks made before end at e, it is left at the later of t + now and e + tail;
 * the child tasks made so far then end at the later of t + ends and e + after.
 * Minus infinity stands for "does not matter".
 * path, last   what led to "now", to "ends" */
struct strand {
  struct lcm_outcome work;
  double now;
  double tail;
  double ends;
  double after;
  struct lcm_trail *path;
  struct lcm_trail *last;
};

/* What has been computed: by node, values of the scope, record around and
 * whether it is executed inside itself.  It added "n" differences to the
 * records from number "from" on. */
struct memo {
  const lcm_node *node;
  double key;
  size_t around;
  bool nested;
  struct strand strand;
  const struct lcm_record *differences;
  size_t from;
  size_t n;
};

/* A computation under way: tasks are run by crews of "w" processors. */
struct tasking {
  struct lcm_run *run;
  double w;
  LCM_LIST(struct memo) memos;
};

static struct strand run_strand(struct tasking *t, const lcm_node *node);

/* Return what does nothing. */
static struct strand nothing(void) {
  return (struct strand){.tail = -INFINITY, .ends = -INFINITY};
}

/* Return what waits for the child tasks. */
static struct strand waiting(void) { return (struct strand){.ends = 0}; }

/* Put "next" behind "*s". */
static void then(struct tasking *t, struct strand *s,
                 const struct strand *next) {
  struct strand out = {.work = s->work};
  const bool waits = s->ends + next->tail > s->now + next->now;
  const bool outlives = s->now + next->ends > s->ends + next->after;
  lcm_outcome_add(&out.work, &next->work, 1);
  out.now = fmax(s->now + next->now, s->ends + next->tail);
  out.tail = fmax(s->tail + next->now, s->after + next->tail);
  out.ends = fmax(s->now + next->ends, s->ends + next->after);
  out.after = fmax(s->tail + next->ends, s->after + next->after);
  out.path = lcm_trail_join(t->run, waits ? s->last : s->path, next->path);
  out.last = outlives ? lcm_trail_join(t->run, s->path, next->last) : s->last;
  *s = out;
}

/* Let "*s" wait for its children. */
static void wait(struct strand *s) {
  s->path = s->ends > s->now ? s->last : s->path;
  s->now = fmax(s->now, s->ends);
}

/* Let "*s" run beside who made it. */
static void detach(struct strand *s) {
  struct strand out = nothing();
  out.work = s->work;
  out.last = s->now > s->ends ? s->path : s->last;
  out.ends = fmax(s->ends, s->now);
  *s = out;
}

/* Return a number that stands for the values bound in the scope. */
static double scope_key(const struct lcm_run *run) {
  double key = 0;
  for (size_t i = run->globals; i < run->env.n; i++)
    key = key * 1.000000059 + run->env.at[i].value * (double)(i + 7);
  return key;
}

/* Return whether "body" is being executed around: its record below the open one
 * is open. */
static bool is_nested(const struct lcm_run *run, const lcm_node *body) {
  size_t at = run->parent == NONE ? NONE : run->records.at[run->parent].first;
  while (at != NONE && run->records.at[at].node != body)
    at = run->records.at[at].next;
  return at != NONE && run->records.at[at].active;
}

/* Put into "memo" what was added to the records of "run" since there were the
 * "n" at "before". */
static void note_differences(struct memo *memo, const struct lcm_run *run,
                             const struct lcm_record *before, size_t n) {
  memo->n = run->records.n - memo->from;
  struct lcm_record *own =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct lcm_record, memo->n + 1);
  for (size_t i = 0; i < memo->n; i++) {
    const struct lcm_record zero = {0};
    const struct lcm_record *now = &run->records.at[memo->from + i];
    const struct lcm_record *old = i < n ? &before[i] : &zero;
    own[i].visits = (now->visits - old->visits) / run->scale;
    own[i].time = (now->time - old->time) / run->scale;
    own[i].pending = (now->pending - old->pending) / run->scale;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      own[i].cats[c] = (now->cats[c] - old->cats[c]) / run->scale;
  }
  memo->differences = own;
}

/* Add the differences of "memo" to the records of "run". */
static void add_differences(struct lcm_run *run, const struct memo *memo) {
  for (size_t i = 0; i < memo->n; i++) {
    struct lcm_record *record = &run->records.at[memo->from + i];
    const struct lcm_record *by = &memo->differences[i];
    record->visits += by->visits * run->scale;
    record->time += by->time * run->scale;
    record->pending += by->pending * run->scale;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      record->cats[c] += by->cats[c] * run->scale;
  }
}

/* Return the strand of "body" and remember it. */
static struct strand run_body(struct tasking *t, const lcm_node *body,
                              struct memo memo) {
  struct lcm_run *run = t->run;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  memo.from = run->parent == NONE ? 0 : run->parent + 1;
  const size_t n = run->parent == NONE ? 0 : run->records.n - memo.from;
  struct lcm_record *before = LCM_NEW_ARRAY(arena, struct lcm_record, n + 1);
  if (n)
    memcpy(before, run->records.at + memo.from, n * sizeof *before);
  struct lcm_journal *const journal = run->journal;
  run->journal = NULL;
  memo.strand = run_strand(t, body);
  run->journal = journal;
  if (run->parent != NONE)
    note_differences(&memo, run, before, n);
  LCM_LIST_ADD(arena, &t->memos, memo);
  return memo.strand;
}

/* Return the strand of the call "node", remembered by argument values. */
static struct strand run_call(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct lcm_run saved;
  struct strand out = nothing();
  const lcm_node *body = NULL;
  if (!lcm_run_enter(run, node, &saved, &body))
    return out;
  const struct memo memo = {.node = body,
                            .key = scope_key(run),
                            .around = run->parent,
                            .nested = is_nested(run, body)};
  size_t at = 0;
  while (at < t->memos.n &&
         (t->memos.at[at].node != body || t->memos.at[at].key != memo.key ||
          t->memos.at[at].around != memo.around ||
          t->memos.at[at].nested != memo.nested))
    at++;
  if (at < t->memos.n) {
    out = t->memos.at[at].strand;
    add_differences(run, &t->memos.at[at]);
  } else
    out = run_body(t, body, memo);
  lcm_run_leave(run, &saved);
  return out;
}

/* Return the strand of the loop "node": iterations one after the other. */
static struct strand run_loop(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct strand out = nothing();
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
    if (tasks)
      detach(&one);
    then(t, &out, &one);
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
  struct strand out = nothing();
  bool random = false;
  const size_t taken = lcm_run_taken(t->run, node, &random);
  if (taken != NONE)
    return run_strand(t, node->children[taken]);
  for (size_t i = 0; random && i < node->n_children; i++) {
    const double chance = lcm_run_chance(t->run, node, i);
    const struct strand one = run_strand(t, node->children[i]);
    lcm_outcome_add(&out.work, &one.work, chance);
    out.now += one.now * chance;
    out.path = lcm_trail_join(t->run, out.path, one.path);
    out.tail = fmax(out.tail, one.tail);
    out.last = one.ends > out.ends ? one.last : out.last;
    out.ends = fmax(out.ends, one.ends);
  }
  return out;
}

/* Return the strand of the children of "node" one after the other. */
static struct strand run_children(struct tasking *t, const lcm_node *node) {
  struct strand out = nothing();
  const size_t bound = t->run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct strand one = run_strand(t, node->children[i]);
    then(t, &out, &one);
  }
  t->run->env.n = bound;
  return out;
}

/* Return the strand of the children of "node" beside each other: of the units
 * of a team, whoever comes to one of them executes it and the others go on. */
static struct strand run_units(struct tasking *t, const lcm_node *node) {
  struct strand out = nothing();
  const size_t bound = t->run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    struct strand one = run_strand(t, node->children[i]);
    detach(&one);
    then(t, &out, &one);
    t->run->env.n = bound;
  }
  if (!node->u.parallel.worksharing)
    wait(&out);
  return out;
}

/* Return work and span of the TASK "node". */
static struct strand run_task(struct tasking *t, const lcm_node *node) {
  const double cost = lcm_run_machine(t->run, "task", 1, 0, 1);
  struct strand out = run_children(t, node);
  out.work.time += cost;
  out.work.cats[LCM_CAT_SL] += fmin(t->w, 1) * cost;
  out.work.cats[LCM_CAT_IP] += fmax(t->w - 1, 0) * cost;
  detach(&out);
  return out;
}

/* Return whether "node" is executed part by part. */
static bool has_parts(const lcm_node *node) {
  switch ((int)node->kind) {
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_CALL:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_TASK:
    return true;
  }
  return false;
}

/* Return work and span of the parts of "node", see has_parts. */
static struct strand run_parts(struct tasking *t, const lcm_node *node) {
  struct strand out = nothing();
  switch ((int)node->kind) {
  case LCM_NODE_CALL:
    return run_call(t, node);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return run_loop(t, node);
  case LCM_NODE_BRANCH:
    return run_branch(t, node);
  case LCM_NODE_PARALLEL:
    return run_units(t, node);
  case LCM_NODE_TASK:
    return run_task(t, node);
  case LCM_NODE_TASKGROUP:
    out = run_children(t, node);
    wait(&out);
    return out;
  }
  return run_children(t, node);
}

/* Return work and span of "node". */
static struct strand run_strand(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct strand out = nothing();
  if (run->status || node->ignored)
    return out;
  if (node->kind == LCM_NODE_TASKWAIT || node->kind == LCM_NODE_BARRIER)
    return waiting();
  if (!node->n_models && has_parts(node)) {
    const size_t record = lcm_record_open(run, node);
    out = run_parts(t, node);
    if (node->kind == LCM_NODE_BRANCH && run->unlimited &&
        lcm_run_traits(run, node)->thread)
      detach(&out);
    lcm_record_close(run, record, &out.work, t->w, "composed");
    const size_t own = lcm_record_aside(run, node);
    if (own != NONE && run->records.at[own].folded)
      out.path = lcm_trail_join(run, lcm_trail_add(run, NULL, own), out.path);
    return out;
  }
  out.work = lcm_run_serial(run, node, t->w);
  out.now = node->kind == LCM_NODE_PARLOOP ? lcm_run_span(run, node, t->w)
                                           : out.work.time;
  out.path = lcm_trail_add(run, NULL, lcm_record_aside(run, node));
  if (node->kind == LCM_NODE_PARLOOP)
    detach(&out);
  return out;
}

struct lcm_outcome lcm_run_tasks(struct lcm_run *run, const lcm_node *node,
                                 double w, double *span) {
  struct tasking t = {.run = run, .w = w};
  struct lcm_team *const team = run->team;
  run->team = NULL;
  const struct strand out =
      has_parts(node) ? run_parts(&t, node) : run_strand(&t, node);
  run->team = team;
  lcm_trail_pick(run, out.ends > out.now ? out.last : out.path, run->parent);
  *span = fmax(out.now, out.ends);
  return out.work;
}
