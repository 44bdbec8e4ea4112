/* Executes tasks by the time of their work and span, each call with the same
 * arguments once. */
#include <math.h>
#include <string.h>

#include "composer/engine/again/reads.h"
#include "composer/engine/call.h"
#include "composer/engine/count.h"
#include "composer/engine/delivery.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/serial.h"
#include "composer/engine/span.h"
#include "composer/engine/team/depend.h"
#include "composer/engine/team/task.h"
#include "composer/scope/scope.h"

static const size_t NONE = (size_t)-1;

/* Iterations of a loop that are executed; they stand for the others. */
static const double MOST_STEPS = 10000;

/* Work and span of code with tasks.  When it is entered at time t, the child
 * tasks made before end at e and those that these have made, for which nobody
 * has waited, at d, then it is left at the latest of t + now, e + tail and d +
 * wall; the child tasks made so far then end at that of t + ends, e + after and
 * d + late, the others at that of t + deep, e + below and d + rest.  Minus
 * infinity stands for "does not matter".
 * path, last, lowest   what led to "now", to "ends", to "deep"
 * steps, depth what it takes to follow it event by event, and how deeply calls
 *              nest */
struct strand {
  struct lcm_outcome work;
  double now;
  double tail;
  double wall;
  double ends;
  double after;
  double late;
  double deep;
  double below;
  double rest;
  struct lcm_trail *path;
  struct lcm_trail *last;
  struct lcm_trail *lowest;
  double steps;
  double depth;
};

/* What has been computed: by node, processors, values of the scope, record
 * around and whether it is executed inside itself.  It added "n" differences to
 * the records from number "from" on, and "n_demands" to demands. */
struct memo {
  const lcm_node *node;
  double w;
  uint64_t key;
  size_t around;
  bool nested;
  /* 1 + the index of the memo before it in its place of the table, or 0 */
  size_t before;
  struct strand strand;
  const struct lcm_record *differences;
  size_t from;
  size_t n;
  const struct lcm_demand *demands;
  size_t n_demands;
};

/* A call that is to be computed before those around it: what it finds where it
 * is executed. */
struct wanted {
  struct memo memo;
  lcm_env env;
  const lcm_function *function;
};

/* What is remembered: by a table of 1 + the index of the last memo of each
 * place. */
struct lcm_memos {
  LCM_LIST(struct memo) list;
  size_t *table;
  size_t cap;
  /* calls that are to be computed first, the one being computed last */
  LCM_LIST(struct wanted) pending;
  bool deep; /* calls nest so deeply that the last one pending comes first */
};

/* Calls nested in each other that are followed at a time, and how many times
 * that is done: 250,000 calls, for which a stack of 8 MiB is too small where
 * each takes 32 bytes and more. */
enum { MOST_NESTED = 50, MOST_PENDING = 5000, MOST_FOLLOWED = 400 };

/* Parameters that move together at most. */
enum { MAX_SHIFTED = 8 };

/* A computation under way: tasks are run by crews of "w" processors. */
struct tasking {
  struct lcm_run *run;
  double w;
  struct lcm_memos *memos;
  unsigned base; /* depth of calls where it began */
  bool final;    /* tasks are executed at once */
  /* when the strand under way is entered, and when the child tasks made before
   * it, and what these have made, end at the latest, since their parent was
   * begun */
  double now;
  double ends;
  double deep;
  /* what child tasks of the present one have done so far */
  struct lcm_elders *elders;
};

static struct strand run_strand(struct tasking *t, const lcm_node *node);

/* Return what does nothing. */
static struct strand nothing(void) {
  return (struct strand){.tail = -INFINITY,
                         .wall = -INFINITY,
                         .ends = -INFINITY,
                         .late = -INFINITY,
                         .deep = -INFINITY,
                         .below = -INFINITY};
}

/* Return what waits for the child tasks, or for "all". */
static struct strand waiting(bool all) {
  struct strand out = nothing();
  out.tail = out.ends = 0;
  out.wall = all ? 0 : -INFINITY;
  return out;
}

/* Return the largest of three. */
static double latest(double a, double b, double c) {
  return fmax(a, fmax(b, c));
}

/* Let the trails of "*out" be those of "next" behind "*s", whose times it has
 * already. */
static void then_trails(struct tasking *t, struct strand *out,
                        const struct strand *s, const struct strand *next) {
  struct lcm_run *run = t->run;
  struct lcm_trail *before = s->path;
  if (out->now > s->now + next->now)
    before = out->now > s->ends + next->tail ? s->lowest : s->last;
  out->path = lcm_trail_join(run, before, next->path);
  out->last = out->ends <= s->ends + next->after ? s->last
              : out->ends > s->now + next->ends
                  ? lcm_trail_join(run, s->lowest, next->last)
                  : lcm_trail_join(run, s->path, next->last);
  out->lowest = out->deep <= s->deep + next->rest ? s->lowest
                : out->deep > s->now + next->deep
                    ? lcm_trail_join(run, s->last, next->lowest)
                    : lcm_trail_join(run, s->path, next->lowest);
}

/* Put "next" behind "*s". */
static void then(struct tasking *t, struct strand *s,
                 const struct strand *next) {
  const struct strand *n = next;
  struct strand out = {.work = s->work};
  lcm_outcome_add(&out.work, &n->work, 1);
  out.steps = s->steps + n->steps;
  out.depth = fmax(s->depth, n->depth);
  out.now = latest(s->now + n->now, s->ends + n->tail, s->deep + n->wall);
  out.tail = latest(s->tail + n->now, s->after + n->tail, s->below + n->wall);
  out.wall = latest(s->wall + n->now, s->late + n->tail, s->rest + n->wall);
  out.ends = latest(s->now + n->ends, s->ends + n->after, s->deep + n->late);
  out.after =
      latest(s->tail + n->ends, s->after + n->after, s->below + n->late);
  out.late = latest(s->wall + n->ends, s->late + n->after, s->rest + n->late);
  out.deep = latest(s->now + n->deep, s->ends + n->below, s->deep + n->rest);
  out.below =
      latest(s->tail + n->deep, s->after + n->below, s->below + n->rest);
  out.rest = latest(s->wall + n->deep, s->late + n->below, s->rest + n->rest);
  then_trails(t, &out, s, n);
  *s = out;
}

/* Return what led to the latest that "s" has made. */
static struct lcm_trail *trail_made(const struct strand *s) {
  return s->deep > s->ends ? s->lowest : s->last;
}

/* Let "*s" wait for all that is made in it. */
static void wait(struct strand *s) {
  const double made = fmax(s->ends, s->deep);
  s->path = made > s->now ? trail_made(s) : s->path;
  s->now = fmax(s->now, made);
}

/* Let "*s" run beside who made it, whose child it is; what it makes is none. */
static void detach(struct strand *s) {
  struct strand out = nothing();
  out.work = s->work;
  out.steps = s->steps;
  out.depth = s->depth;
  out.last = s->path;
  out.ends = s->now;
  out.lowest = trail_made(s);
  out.deep = fmax(s->ends, s->deep);
  *s = out;
}

/* Let who made the task of "*s" go on behind it: what waits in there waits for
 * children of its own alone, which are none of who made it. */
static void go_on(struct strand *s) {
  struct strand out = *s;
  detach(&out);
  out.now = fmax(s->now, 0);
  out.path = s->path;
  out.ends = -INFINITY;
  out.last = NULL;
  *s = out;
}

/* Return the strand of "node" behind that of "before". */
static struct strand run_behind(struct tasking *t, const struct strand *before,
                                const lcm_node *node) {
  const double now = t->now;
  const double ends = t->ends;
  const double deep = t->deep;
  t->now = latest(now + before->now, ends + before->tail, deep + before->wall);
  t->ends =
      latest(now + before->ends, ends + before->after, deep + before->late);
  t->deep =
      latest(now + before->deep, ends + before->below, deep + before->rest);
  const struct strand out = run_strand(t, node);
  t->now = now;
  t->ends = ends;
  t->deep = deep;
  return out;
}

/* Let "t" begin something whose tasks depend on no others. */
static void begin_alone(struct tasking *t) {
  t->now = 0;
  t->ends = t->deep = -INFINITY;
  t->elders = LCM_NEW(lcm_ctx_arena(t->run->ctx), struct lcm_elders);
}

/* Return the strand of "node", which another member executes: the tasks in it
 * are no siblings of those around. */
static struct strand run_apart(struct tasking *t, const lcm_node *node) {
  const struct tasking outer = *t;
  if (lcm_run_traits(t->run, node)->depends)
    begin_alone(t);
  const struct strand out = run_strand(t, node);
  *t = outer;
  return out;
}

/* Let "*out", the strand of the TASK "node", begin when those of its elder
 * siblings have ended that it depends on. */
static void depend(struct tasking *t, struct strand *out,
                   const lcm_node *node) {
  struct lcm_trail *last = NULL;
  const double delay = lcm_elders_end(t->run, t->elders, node, &last) - t->now;
  if (delay > 0) {
    out->now += delay;
    out->ends += delay;
    out->deep += delay;
    out->lowest = lcm_trail_join(t->run, last, out->lowest);
    out->path = lcm_trail_join(t->run, last, out->path);
    out->last = lcm_trail_join(t->run, last, out->last);
  }
  lcm_elders_add(t->run, t->elders, node, t->now + out->now, out->path);
}

/* Return a number that stands for the values bound in the scope on which what
 * is in "body" depends. */
static uint64_t scope_key(struct lcm_run *run, const lcm_node *body) {
  uint64_t key = 0;
  for (size_t i = run->globals; i < run->env.n; i++) {
    uint64_t bits = 0;
    if (*run->env.at[i].name != LCM_TASK_NAME &&
        lcm_reads_idle(run, body, run->env.at[i].name))
      continue;
    memcpy(&bits, &run->env.at[i].value, sizeof bits);
    bits ^= (uint64_t)(uintptr_t)run->env.at[i].name * 31;
    key = (key ^ bits) * 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9u;
    key ^= key >> 32;
  }
  return key;
}

/* Move the parameters of the function just entered of which only distances
 * count to where the first of them is 0: calls for parts of the same size are
 * the same. */
static void move_to_origin(struct lcm_run *run) {
  enum { MOST = 1 << 30 };
  const lcm_function *function = run->function;
  const bool *shift = lcm_facts_shift(lcm_run_knowledge(run), function);
  double *values[MAX_SHIFTED] = {0};
  size_t n = 0;
  for (size_t i = 0; shift && i < function->n_params; i++) {
    if (!shift[i])
      continue;
    for (size_t k = run->globals; k < run->env.n; k++)
      if (run->env.at[k].name == function->params[i] && n < MAX_SHIFTED)
        values[n] = &run->env.at[k].value;
    if (n == MAX_SHIFTED || !values[n] || *values[n] != floor(*values[n]) ||
        fabs(*values[n]) > MOST)
      return;
    n++;
  }
  const double origin = n ? *values[0] : 0;
  for (size_t i = 0; i < n; i++)
    *values[i] -= origin;
}

/* Return the memos of "run". */
static struct lcm_memos *memos_of(struct lcm_run *run) {
  if (!run->memos)
    run->memos = LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_memos);
  return run->memos;
}

/* Return whether "a" and "b" are of the same call. */
static bool is_same(const struct memo *a, const struct memo *b) {
  return a->node == b->node && a->key == b->key && a->around == b->around &&
         a->nested == b->nested && a->w == b->w;
}

/* Return the place of "memo" in the table of "m". */
static size_t place_of(const struct lcm_memos *m, const struct memo *memo) {
  uint64_t bits =
      memo->key ^ ((uint64_t)(uintptr_t)memo->node + memo->around * 31);
  bits *= 0x9e3779b97f4a7c15u;
  return (size_t)(bits >> 32) & (m->cap - 1);
}

/* Return the memo of the call "of", or NULL. */
static const struct memo *find_memo(const struct lcm_memos *m,
                                    const struct memo *of) {
  size_t at = m->cap ? m->table[place_of(m, of)] : 0;
  while (at && !is_same(&m->list.at[at - 1], of))
    at = m->list.at[at - 1].before;
  return at ? &m->list.at[at - 1] : NULL;
}

/* Add "memo" to "m". */
static void add_memo(struct lcm_run *run, struct lcm_memos *m,
                     struct memo memo) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  if (m->list.n >= m->cap) {
    m->cap = m->cap ? 2 * m->cap : 256;
    m->table = LCM_NEW_ARRAY(arena, size_t, m->cap);
    for (size_t i = 0; i < m->list.n; i++) {
      size_t *place = &m->table[place_of(m, &m->list.at[i])];
      m->list.at[i].before = *place;
      *place = i + 1;
    }
  }
  size_t *place = &m->table[place_of(m, &memo)];
  memo.before = *place;
  LCM_LIST_ADD(arena, &m->list, memo);
  *place = m->list.n;
}

/* Return whether "body" is being executed around: its record below the open one
 * is open. */
static bool is_nested(const struct lcm_run *run, const lcm_node *body) {
  size_t at = run->notes.parent == NONE
                  ? NONE
                  : run->notes.records.at[run->notes.parent].first;
  while (at != NONE && run->notes.records.at[at].node != body)
    at = run->notes.records.at[at].next;
  return at != NONE && run->notes.records.at[at].active;
}

/* Put into "memo" what was added to the records of "run" since there were the
 * "n" at "before". */
static void note_differences(struct memo *memo, const struct lcm_run *run,
                             const struct lcm_record *before, size_t n) {
  memo->n = run->notes.records.n - memo->from;
  struct lcm_record *own =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct lcm_record, memo->n + 1);
  for (size_t i = 0; i < memo->n; i++) {
    const struct lcm_record zero = {0};
    const struct lcm_record *now = &run->notes.records.at[memo->from + i];
    const struct lcm_record *old = i < n ? &before[i] : &zero;
    own[i].visits = (now->visits - old->visits) / run->notes.scale;
    own[i].time = (now->time - old->time) / run->notes.scale;
    own[i].pending = (now->pending - old->pending) / run->notes.scale;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      own[i].cats[c] = (now->cats[c] - old->cats[c]) / run->notes.scale;
  }
  memo->differences = own;
}

/* Add the differences of "memo" to the records of "run". */
static void add_differences(struct lcm_run *run, const struct memo *memo) {
  for (size_t i = 0; i < memo->n; i++) {
    struct lcm_record *record = &run->notes.records.at[memo->from + i];
    const struct lcm_record *by = &memo->differences[i];
    record->visits += by->visits * run->notes.scale;
    record->time += by->time * run->notes.scale;
    record->pending += by->pending * run->notes.scale;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      record->cats[c] += by->cats[c] * run->notes.scale;
  }
}

/* Put what was added to the demands of "run" since there were those in "before"
 * into "memo". */
static void note_demands(struct memo *memo, const struct lcm_run *run,
                         const struct lcm_possessed *before) {
  const size_t n = run->notes.demands.n;
  struct lcm_demand *own =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct lcm_demand, n + 1);
  for (size_t i = 0; i < n; i++) {
    const double old = i < before->n ? before->at[i].time : 0;
    own[memo->n_demands] = run->notes.demands.at[i];
    own[memo->n_demands].time =
        (run->notes.demands.at[i].time - old) / run->notes.scale;
    memo->n_demands += own[memo->n_demands].time > 0;
  }
  memo->demands = own;
}

/* Return the strand of "body" and remember it. */
static struct strand run_body(struct tasking *t, const lcm_node *body,
                              struct memo memo) {
  struct lcm_run *run = t->run;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  memo.from = run->notes.parent == NONE ? 0 : run->notes.parent + 1;
  const size_t n =
      run->notes.parent == NONE ? 0 : run->notes.records.n - memo.from;
  struct lcm_record *before = LCM_NEW_ARRAY(arena, struct lcm_record, n + 1);
  const struct lcm_possessed possessed = lcm_run_possessed(run);
  if (n)
    memcpy(before, run->notes.records.at + memo.from, n * sizeof *before);
  struct lcm_journal *const journal = run->notes.journal;
  const struct tasking outer = *t;
  if (lcm_run_traits(run, body)->depends)
    begin_alone(t);
  run->notes.journal = NULL;
  memo.strand = run_strand(t, body);
  run->notes.journal = journal;
  t->now = outer.now;
  t->ends = outer.ends;
  t->deep = outer.deep;
  t->elders = outer.elders;
  memo.strand.depth++;
  if (run->status)
    return memo.strand;
  if (run->notes.parent != NONE)
    note_differences(&memo, run, before, n);
  note_demands(&memo, run, &possessed);
  add_memo(run, t->memos, memo);
  return memo.strand;
}

/* Return whether calls nest so deeply that the one of "memo", just entered, is
 * to be computed before those around it: then it is pending, and all is left.
 */
static bool is_deferred(struct tasking *t, const struct memo *memo) {
  struct lcm_run *run = t->run;
  struct lcm_memos *m = t->memos;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  if (run->depth < t->base + MOST_NESTED || run->notes.parent != NONE ||
      m->pending.n >= MOST_PENDING || lcm_run_traits(run, memo->node)->thread)
    return false;
  for (size_t i = 0; i < m->pending.n; i++)
    if (is_same(&m->pending.at[i].memo, memo))
      return false;
  struct wanted wanted = {.memo = *memo, .function = run->function};
  for (size_t i = 0; i < run->env.n; i++)
    LCM_LIST_ADD(arena, &wanted.env, run->env.at[i]);
  LCM_LIST_ADD(arena, &m->pending, wanted);
  m->deep = true;
  run->status = LCM_EDEPTH;
  return true;
}

/* Return the strand of the call "node", remembered by argument values. */
static struct strand run_call(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct lcm_run saved;
  struct strand out = nothing();
  const lcm_node *body = NULL;
  if (!lcm_run_enter(run, node, &saved, &body)) {
    if (!run->status)
      lcm_run_unknown(run, node, "an external function without a model");
    return out;
  }
  move_to_origin(run);
  const struct memo memo = {.node = body,
                            .w = t->final ? -t->w : t->w,
                            .key = scope_key(run, body),
                            .around = run->notes.parent,
                            .nested = is_nested(run, body)};
  const struct lcm_traits *traits = lcm_run_traits(run, body);
  const struct memo *known = find_memo(t->memos, &memo);
  if (traits->depends && !traits->recurs)
    out = run_strand(t, body);
  else if (known) {
    out = known->strand;
    add_differences(run, known);
    for (size_t i = 0; i < known->n_demands; i++)
      lcm_run_demand(run, known->demands[i]);
  } else if (!is_deferred(t, &memo))
    out = run_body(t, body, memo);
  lcm_run_leave(run, &saved);
  return out;
}

/* Compute the last call that is pending; others may be behind it then. */
static void run_pending(struct tasking *t) {
  struct lcm_run *run = t->run;
  struct lcm_memos *m = t->memos;
  const size_t n = m->pending.n;
  const struct wanted wanted = m->pending.at[n - 1];
  const struct lcm_run saved = *run;
  const struct lcm_noting noted = lcm_run_noting(run, lcm_ctx_arena(run->ctx));
  run->env = wanted.env;
  run->function = wanted.function;
  run->depth = t->base + 1;
  run->path = "";
  m->deep = false;
  (void)run_body(t, wanted.memo.node, wanted.memo);
  run->env = saved.env;
  run->function = saved.function;
  run->depth = saved.depth;
  run->path = saved.path;
  lcm_run_note_back(run, &noted);
  if (m->deep)
    run->status = LCM_OK;
  else
    m->pending.n = n - 1;
}

/* Return the strand of the loop "node": iterations one after the other. */
static struct strand run_loop(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct strand out = nothing();
  const struct lcm_walk walk = lcm_run_walk_of(
      run, node, node->u.loop.n_ranges == 1 ? node->u.loop.ranges : NULL, true);
  const double count = walk.count;
  const size_t bound = run->env.n;
  const bool tasks = node->kind == LCM_NODE_PARLOOP;
  const bool final = t->final;
  const bool taskloop = lcm_node_is_taskloop(node);
  const bool at_once = taskloop && (final || lcm_run_undeferred(run, node));
  t->final = final || (taskloop && lcm_run_final(run, node));
  const double steps =
      walk.index ? fmin(walk.steps, MOST_STEPS) : fmin(count, MOST_STEPS);
  for (double i = 0; i < steps && node->n_children && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    struct strand one = tasks ? run_apart(t, node->children[0])
                              : run_behind(t, &out, node->children[0]);
    run->env.n = bound;
    if (at_once)
      go_on(&one);
    else if (tasks)
      detach(&one);
    then(t, &out, &one);
  }
  t->final = final;
  if (steps < count && steps > 0) {
    const double more = count / steps - 1;
    out.steps *= count / steps;
    struct lcm_outcome rest = out.work;
    lcm_outcome_add(&out.work, &rest, more);
    out.now += out.now * more;
  }
  return out;
}

/* Add the alternative "one" of a branch, taken by "chance", to what "mean"
 * waits for and is waited for in the mean, at least. */
static void add_mean(struct strand *mean, const struct strand *one,
                     double chance) {
  const double ends = chance * fmax(one->ends, one->now);
  const double deep = chance * latest(one->deep, one->ends, one->now);
  mean->lowest = one->deep > mean->deep ? one->lowest : mean->lowest;
  mean->deep = isinf(mean->deep) ? deep : mean->deep + deep;
  mean->last = one->ends > mean->ends ? one->last : mean->last;
  mean->ends = isinf(mean->ends) ? ends : mean->ends + ends;
  mean->tail = mean->wall = -INFINITY;
}

/* Return the strand of the branch "node". */
static struct strand run_branch(struct tasking *t, const lcm_node *node) {
  struct strand out = nothing();
  bool random = false;
  const double scale = t->run->notes.scale;
  const size_t taken = lcm_run_taken(t->run, node, &random);
  if (taken != NONE)
    return run_strand(t, node->children[taken]);
  for (size_t i = 0; random && i < node->n_children; i++) {
    const double chance = lcm_run_chance(t->run, node, i);
    if (chance <= 0)
      continue;
    t->run->notes.scale = scale * chance;
    const struct strand one = run_strand(t, node->children[i]);
    lcm_outcome_add(&out.work, &one.work, chance);
    out.steps += one.steps * chance;
    out.depth = fmax(out.depth, one.depth);
    out.now += one.now * chance;
    out.path = lcm_trail_join(t->run, out.path, one.path);
    if (t->run->mode.least) {
      add_mean(&out, &one, chance);
      continue;
    }
    out.tail = fmax(out.tail, one.tail);
    out.wall = fmax(out.wall, one.wall);
    out.lowest = one.deep > out.deep ? one.lowest : out.lowest;
    out.deep = fmax(out.deep, one.deep);
    out.last = one.ends > out.ends ? one.last : out.last;
    out.ends = fmax(out.ends, one.ends);
  }
  t->run->notes.scale = scale;
  return out;
}

/* Return the strand of the children of "node" one after the other. */
static struct strand run_children(struct tasking *t, const lcm_node *node) {
  struct strand out = nothing();
  const size_t bound = t->run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct strand one = run_behind(t, &out, node->children[i]);
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
    struct strand one = run_apart(t, node->children[i]);
    detach(&one);
    then(t, &out, &one);
    t->run->env.n = bound;
  }
  if (!node->u.parallel.worksharing)
    wait(&out);
  return out;
}

/* Return the members of the team that runs the tasks of "t". */
static double members(const struct tasking *t) {
  double p = 1;
  (void)lcm_run_derived(
      &p, t->run,
      lcm_expr_symbol(t->run->ctx, t->run->names->procs, LCM_DIM_NONE));
  return p;
}

/* Let "*out", a message if that is so, begin "delay" later. */
static void fly(struct strand *out, double delay, bool message) {
  if (!message)
    return;
  out->now += delay;
  out->ends += delay;
  out->deep += delay;
}

/* Return work and span of the TASK "node". */
static struct strand run_task(struct tasking *t, const lcm_node *node) {
  const struct tasking outer = *t;
  const bool at_once = t->final || lcm_run_undeferred(t->run, node);
  const struct lcm_delivery delivery =
      lcm_run_delivery(t->run, node, at_once ? 1 : members(t));
  const double cost = delivery.make + delivery.begin;
  const double moves = delivery.send + delivery.receive;
  t->final = outer.final || lcm_run_final(t->run, node);
  lcm_run_bind_task(t->run, node, at_once);
  if (lcm_run_traits(t->run, node)->depends)
    begin_alone(t);
  struct strand out = run_children(t, node);
  *t = outer;
  out.work.time += cost + moves;
  out.work.cats[LCM_CAT_SL] += fmin(t->w, 1) * cost;
  out.work.cats[LCM_CAT_CL] += fmin(t->w, 1) * moves;
  out.work.cats[LCM_CAT_IP] += fmax(t->w - 1, 0) * (cost + moves);
  fly(&out, delivery.send + delivery.begin + delivery.receive + delivery.flight,
      node->u.task.bytes != NULL);
  if (node->u.task.n_depends)
    depend(t, &out, node);
  if (at_once)
    go_on(&out);
  else
    detach(&out);
  return out;
}

/* Return whether "node" is executed part by part. */
static bool has_parts(const lcm_node *node) {
  switch (node->kind) {
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
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return false;
}

/* Return work and span of the parts of "node", see has_parts. */
static struct strand run_parts(struct tasking *t, const lcm_node *node) {
  struct strand out = nothing();
  switch (node->kind) {
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
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return run_children(t, node);
}

/* Return whether "node" is a whole: without tasks and recursion it is executed
 * as serial code is. */
static bool is_whole(struct lcm_run *run, const lcm_node *node) {
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  return (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE) &&
         !traits->tasks && !traits->recurs && !traits->shared;
}

/* Return work and span of "node". */
static struct strand run_strand(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct strand out = nothing();
  out.steps = 1;
  if (run->status || node->ignored)
    return out;
  if (lcm_ctx_work(run->ctx, 1)) {
    run->status = LCM_ESTOPPED;
    return out;
  }
  if (node->kind == LCM_NODE_TASKWAIT || node->kind == LCM_NODE_BARRIER)
    return waiting(node->kind == LCM_NODE_BARRIER);
  if (node->kind == LCM_NODE_LET) {
    (void)lcm_run_serial(run, node, t->w);
    return out;
  }
  if (!node->n_models && has_parts(node) && !is_whole(run, node)) {
    const size_t record = lcm_record_open(run, node);
    out = run_parts(t, node);
    out.steps++;
    if (node->kind == LCM_NODE_BRANCH && run->mode.unlimited &&
        lcm_run_traits(run, node)->thread)
      detach(&out);
    lcm_record_close(run, record, &out.work, t->w, "composed");
    const size_t own = lcm_record_aside(run, node);
    if (own != NONE && run->notes.records.at[own].folded)
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

/* Return work and span of "node" by "t"; where calls nest deeply, some are
 * computed before. */
static struct strand run_all(struct tasking *t, const lcm_node *node) {
  struct lcm_run *run = t->run;
  struct lcm_memos *m = t->memos;
  const size_t bound = run->env.n;
  const bool outermost = !m->pending.n;
  while (true) {
    const struct strand out =
        has_parts(node) ? run_parts(t, node) : run_strand(t, node);
    run->env.n = bound;
    if (!m->deep || !outermost)
      return out;
    run->status = LCM_OK;
    while (m->pending.n && !run->status)
      run_pending(t);
    m->deep = false;
    m->pending.n = 0;
    if (run->status)
      return out;
  }
}

/* Return a computation by crews of "w" processors. */
static struct tasking begin(struct lcm_run *run, double w) {
  struct tasking t = {
      .run = run, .w = w, .memos = memos_of(run), .base = run->depth};
  begin_alone(&t);
  return t;
}

struct lcm_outcome lcm_run_tasks(struct lcm_run *run, const lcm_node *node,
                                 double w, double *span) {
  struct tasking t = begin(run, w);
  struct lcm_team *const team = run->team;
  run->team = NULL;
  struct strand out = run_all(&t, node);
  run->team = team;
  wait(&out);
  lcm_trail_pick(run, out.path, run->notes.parent);
  *span = out.now;
  return out.work;
}

/* Return whether what is executed now has a record inside one of the function
 * that the call "node" calls: what it notes goes there. */
static bool is_inside(const struct lcm_run *run, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(run->program, node->u.call.callee);
  const struct lcm_record *all = run->notes.records.at;
  for (size_t at = run->notes.parent; callee && at != NONE; at = all[at].parent)
    if (all[at].node == callee->body)
      return true;
  return false;
}

bool lcm_run_is_recursion(struct lcm_run *run, const lcm_node *node) {
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  return node->kind == LCM_NODE_CALL && traits->recurs && !traits->parallel &&
         !traits->shared && !traits->actor && !traits->messages &&
         !traits->thread && !run->bandwidth.pieces &&
         ((run->options->limits && !run->options->parts) ||
          !is_inside(run, node));
}

double lcm_run_steps(struct lcm_run *run, const lcm_node *node) {
  struct lcm_run other = *run;
  struct lcm_predict_options plain = *run->options;
  plain.nodes = false;
  other.options = &plain;
  other.notes.noted = NULL;
  other.memos = NULL;
  other.notes.journal = NULL;
  other.mode.unlimited = true;
  other.notes.parent = NONE;
  struct tasking t = begin(&other, 1);
  const struct strand out = run_all(&t, node);
  run->env = other.env;
  run->frames = other.frames;
  run->facts = other.facts;
  run->status = other.status;
  return out.depth > MOST_FOLLOWED ? INFINITY : out.steps;
}
