/* Whether two accesses of a parallel region may be made at the same time: by
 * who executes them, and by what is between them. */
#include "model/edit/race/relate.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/edit/race/order.h"

enum { MOST_LOOPS = 32 };

/* ---- what both have in common -------------------------------------------- */

/* The loops and calls around something, outermost first. */
struct loops {
  const struct lcm_race_loop *at[MOST_LOOPS];
  size_t n;
};

/* Put the loops from "loop" (or NULL) outwards into "*out"; false where there
 * are too many. */
static bool list_loops(struct loops *out, const struct lcm_race_loop *loop) {
  size_t n = 0;
  for (const struct lcm_race_loop *at = loop; at; at = at->outer)
    n++;
  out->n = n;
  for (const struct lcm_race_loop *at = loop; at && n <= MOST_LOOPS;
       at = at->outer)
    out->at[--n] = at;
  return out->n <= MOST_LOOPS;
}

/* Return how many ranges the loops around both have. */
static size_t common_ranges(const struct lcm_race_at *a,
                            const struct lcm_race_at *b) {
  struct loops x;
  struct loops y;
  size_t n = 0;
  if (!list_loops(&x, a->loop) || !list_loops(&y, b->loop))
    return 0;
  for (size_t i = 0; i < x.n && i < y.n && x.at[i] == y.at[i]; i++)
    n = x.at[i]->first + x.at[i]->n;
  return n;
}

/* Return whether threads meet in a loop that is around "a" and not around "b":
 * only its first or last iteration may be executed beside "b". */
static bool meet_inside(const struct lcm_race_at *a,
                        const struct lcm_race_at *b) {
  struct loops x;
  struct loops y;
  if (!list_loops(&x, a->loop) || !list_loops(&y, b->loop))
    return true;
  for (size_t i = 0; i < x.n; i++)
    if (x.at[i]->meets && x.at[i]->node->kind != LCM_NODE_CALL &&
        (i >= y.n || x.at[i] != y.at[i]))
      return true;
  return false;
}

/* Add to "out" that the ranges from "first" on, "n" of them, are "equal" or
 * not. */
static void relate(struct lcm_race_relation *out, size_t first, size_t n,
                   bool equal) {
  if (n)
    out->all[out->n++] = (struct lcm_related){first, n, equal};
}

/* Return whether the construct of "node" has the word "word" in its name. */
static bool is_construct(const lcm_node *node, const char *word) {
  const char *construct = lcm_node_attribute(node, "construct");
  return construct && strstr(construct, word);
}

/* Return whether "node" or something below it, in the same function, is done by
 * a team of its own. */
static bool has_parallel(const lcm_node *node) {
  if (node->kind == LCM_NODE_SERIES && is_construct(node, "parallel"))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (has_parallel(node->children[i]))
      return true;
  return false;
}

bool lcm_race_is_lone(bool *many, const lcm_node *region) {
  double size = 0;
  const bool lone = region->kind == LCM_NODE_TEAM && region->u.team.size &&
                    lcm_expr_is_number(region->u.team.size, &size) &&
                    size == 1 && is_construct(region, "teams") &&
                    !is_construct(region, "parallel");
  *many = lone && has_parallel(region);
  return lone;
}

bool lcm_race_threads(long long *n, const lcm_node *region) {
  double size = 0;
  double when = 1;
  *n = 0;
  if (region->kind == LCM_NODE_PARALLEL) {
    *n = (long long)region->n_children;
    return *n > 1;
  }
  bool many = false;
  if (lcm_race_is_lone(&many, region))
    return many;
  if (region->u.team.when && lcm_expr_is_number(region->u.team.when, &when) &&
      when == 0)
    return false;
  if (region->u.team.size && lcm_expr_is_number(region->u.team.size, &size) &&
      size < 1e6)
    *n = (long long)size;
  return *n != 1;
}

/* ---- iterations ---------------------------------------------------------- */

/* Say in "out" that different threads have the iterations of the loop "loop",
 * whose range is number "range"; false where that is not known. */
static bool divide(struct lcm_race_relation *out, const lcm_node *region,
                   const lcm_node *loop, size_t range) {
  double chunk = 0;
  double step = 1;
  long long threads = 0;
  const lcm_schedule schedule = loop->u.loop.schedule;
  const lcm_iteration *of = loop->u.loop.ranges;
  (void)lcm_race_threads(&threads, region);
  const bool known =
      !loop->u.loop.chunk || lcm_expr_is_number(loop->u.loop.chunk, &chunk);
  const bool fixed = lcm_schedule_has(schedule, LCM_SCHED_FIXED);
  if ((!fixed && chunk <= 1 && known) || (fixed && !chunk && !threads) ||
      schedule == LCM_SCHED_RUNTIME || schedule == LCM_SCHED_AUTO)
    return true;
  if (!known || loop->u.loop.n_ranges != 1 || of->factor || chunk > 1e6 ||
      (of->step && !lcm_expr_is_number(of->step, &step)) ||
      (loop->marks.down && chunk > 0))
    return false;
  const bool exact = lcm_schedule_has(schedule, LCM_SCHED_EQUAL) && chunk >= 1;
  out->divided = true;
  out->allotment =
      (struct lcm_allotment){range, exact ? (long long)(chunk * step) : 0,
                             exact && fixed ? threads : 0};
  return true;
}

/* Return whether no time decides who gets the iterations of "a" and "b". */
static bool are_fixed(const lcm_node *a, const lcm_node *b) {
  return lcm_schedule_has(a->u.loop.schedule, LCM_SCHED_FIXED) &&
         lcm_schedule_has(b->u.loop.schedule, LCM_SCHED_FIXED);
}

/* Return by how much the index of "loop" goes up in the part of the first of
 * "threads" threads, where iterations are dealt in equal parts; 0 where that is
 * not known. */
static double first_part(const struct lcm_race_at *loop, long long threads,
                         double step) {
  const lcm_iteration *range = &loop->divided->range;
  double from = 0;
  double to = 0;
  if (loop->construct->u.loop.chunk || step <= 0 || !range->from ||
      !range->to || !lcm_expr_is_number(range->from, &from) ||
      !lcm_expr_is_number(range->to, &to) || from > to)
    return 0;
  return ceil((floor((to - from) / step) + 1) / (double)threads) * step;
}

/* As lcm_race_relate where "loop" is an iteration of a loop and "other" what
 * some threads of "region" execute: who has the iteration may be the one that
 * executes the other. */
static enum lcm_race_answer relate_some(struct lcm_race_relation *out,
                                        const lcm_node *region,
                                        const struct lcm_race_at *loop,
                                        const struct lcm_race_at *other) {
  const lcm_node *node = loop->construct;
  double chunk = 1;
  double step = 1;
  long long threads = 0;
  (void)lcm_race_threads(&threads, region);
  if (other->who == LCM_RACE_ALL && !other->only && other->most < LLONG_MAX)
    return LCM_RACE_MAYBE;
  if (other->who != LCM_RACE_ALL || (!other->only && !other->least) ||
      !lcm_schedule_has(node->u.loop.schedule, LCM_SCHED_FIXED))
    return LCM_RACE_YES;
  if (!other->only && !threads)
    return LCM_RACE_YES;
  if (other->least || node->u.loop.n_ranges != 1 || node->marks.down ||
      node->u.loop.ranges->factor ||
      (node->u.loop.ranges->step &&
       !lcm_expr_is_number(node->u.loop.ranges->step, &step)) ||
      (node->u.loop.chunk && !lcm_expr_is_number(node->u.loop.chunk, &chunk)))
    return LCM_RACE_MAYBE;
  const double part = threads ? first_part(loop, threads, step) : chunk * step;
  if (part <= 0 || part > 1e9)
    return LCM_RACE_MAYBE;
  out->behind = (struct lcm_behind){loop->first + 1, (long long)part};
  return LCM_RACE_YES;
}

/* As lcm_race_relate for iterations of two loops. */
static enum lcm_race_answer relate_loops(struct lcm_race_relation *out,
                                         const lcm_node *region,
                                         const struct lcm_race_at *a,
                                         const struct lcm_race_at *b) {
  const lcm_node *loop = a->construct;
  const size_t n = loop->u.loop.n_ranges;
  const size_t m = b->construct->u.loop.n_ranges;
  relate(out, 0, 1, false);
  if (a->divided == b->divided) {
    relate(out, 1, a->first, true);
    relate(out, a->first + 1, n, false);
    return divide(out, region, loop, a->first + 1) ? LCM_RACE_YES
                                                   : LCM_RACE_MAYBE;
  }
  relate(out, 1, common_ranges(a, b), true);
  if (!are_fixed(loop, b->construct))
    return LCM_RACE_YES;
  if (n != 1 || m != 1 || a->first != b->first ||
      a->divided->chunk != b->divided->chunk)
    return LCM_RACE_MAYBE;
  const lcm_iteration *of = &a->divided->range;
  const lcm_iteration *to = &b->divided->range;
  if (of->from != to->from || of->to != to->to || of->step != to->step ||
      loop->marks.down != b->construct->marks.down)
    return LCM_RACE_MAYBE;
  relate(out, a->first + 1, 1, false);
  return divide(out, region, loop, a->first + 1) ? LCM_RACE_YES
                                                 : LCM_RACE_MAYBE;
}

/* ---- tasks --------------------------------------------------------------- */

/* What is executed by the tasks below one that both are in. */
struct chain {
  const struct lcm_race_task *first; /* made by that one; NULL: itself does */
  const struct lcm_race_task *last;  /* that executes it */
};

/* Return how many tasks are around "task", itself too. */
static size_t depth_of(const struct lcm_race_task *task) {
  size_t n = 0;
  for (; task; task = task->parent)
    n++;
  return n;
}

/* Put the tasks of "task" below those that are around "other" as well into
 * "*out". */
static void find_chain(struct chain *out, const struct lcm_race_task *task,
                       const struct lcm_race_task *other) {
  const size_t n = depth_of(other);
  *out = (struct chain){NULL, task};
  for (const struct lcm_race_task *at = task; at; at = at->parent) {
    const struct lcm_race_task *same = other;
    for (size_t i = n; i > depth_of(at); i--)
      same = same->parent;
    if (same == at)
      return;
    out->first = at;
  }
}

/* Return the number of the place where "chain", which has tasks, has ended. */
static unsigned end_of(const struct chain *chain) {
  const struct lcm_race_task *at = chain->last;
  while (at != chain->first && at->by_wait)
    at = at->parent;
  return at->end;
}

/* Say in "out" that two executions of the task "task" are made by iterations of
 * loops around it, between which nobody waits; false where there are none. */
static bool relate_instances(struct lcm_race_relation *out,
                             const struct lcm_race_task *task, size_t first) {
  size_t low = SIZE_MAX;
  size_t high = 0;
  for (const struct lcm_race_loop *loop = task->loop;
       loop && loop->first >= first && task->end >= loop->end && !loop->awaits;
       loop = loop->outer) {
    if (!loop->n)
      continue;
    low = loop->first;
    high = high ? high : loop->first + loop->n;
  }
  if (low >= high)
    return false;
  relate(out, 1, low, true);
  relate(out, low + 1, high - low, false);
  return true;
}

/* Return whether what "chain", which has tasks, executes has ended when its
 * first task has. */
static bool is_contained(const struct chain *chain) {
  for (const struct lcm_race_task *at = chain->last; at != chain->first;
       at = at->parent)
    if (at->end > at->parent->behind)
      return false;
  return true;
}

/* Return whether dependences of tasks may let "x", which has tasks, end before
 * "y", which begins at the place "start", begins. */
static bool may_end(const struct lcm_race_tasks *tasks, const struct chain *x,
                    const struct chain *y, unsigned start) {
  return is_contained(x) &&
         (lcm_race_may_await(tasks, x->first, start) ||
          (y->first && lcm_race_may_order(tasks, x->first, y->first)));
}

/* Return whether executions of the task "task" (NULL: none), or of one around
 * it, that are not one may meet, and put which into "*out". */
static enum lcm_race_answer relate_others(struct lcm_race_relation *out,
                                          const struct lcm_race_task *task,
                                          size_t first) {
  for (; task; task = task->parent) {
    out->n = 0;
    if (relate_instances(out, task, first))
      return LCM_RACE_MAYBE;
  }
  out->n = 0;
  return LCM_RACE_NO;
}

/* As lcm_race_relate for what one iteration, section or thread executes, and
 * the tasks that it makes, from range number "first" on. */
static enum lcm_race_answer relate_tasks(struct lcm_race_relation *out,
                                         const struct lcm_race_at *a,
                                         const struct lcm_race_at *b,
                                         size_t first) {
  struct chain x;
  struct chain y;
  find_chain(&x, a->task, b->task);
  find_chain(&y, b->task, a->task);
  if (a->taskloop && a->taskloop == b->taskloop && !x.first && !y.first) {
    relate(out, 1, a->taskloop_first, true);
    relate(out, a->taskloop_first + 1, a->taskloop->u.loop.n_ranges, false);
    return a->taskloop->u.loop.chunk ? LCM_RACE_MAYBE : LCM_RACE_YES;
  }
  if (a->taskloop || b->taskloop)
    return LCM_RACE_MAYBE;
  if (!x.first && !y.first) {
    if (!a->task || a->task != b->task)
      return LCM_RACE_NO;
    if (!relate_instances(out, a->task, first))
      return relate_others(out, a->task->parent, first);
    return a->task->doubtful || a->task->parent ||
                   lcm_race_may_order(a->tasks, a->task, a->task) ||
                   lcm_race_may_await(a->tasks, a->task, UINT_MAX)
               ? LCM_RACE_MAYBE
               : LCM_RACE_YES;
  }
  relate(out, 1, common_ranges(a, b), true);
  const unsigned start_x = x.first ? x.first->start : a->place;
  const unsigned start_y = y.first ? y.first->start : b->place;
  const unsigned end_x = x.first ? end_of(&x) : a->place;
  const unsigned end_y = y.first ? end_of(&y) : b->place;
  if (start_x > end_y || start_y > end_x || (!x.first && start_x <= start_y) ||
      (!y.first && start_y <= start_x))
    return relate_others(out, x.first ? x.first->parent : a->task, first);
  const bool doubtful = (x.first && (x.first->doubtful || x.last->doubtful)) ||
                        (y.first && (y.first->doubtful || y.last->doubtful));
  return doubtful || (x.first && may_end(a->tasks, &x, &y, start_y)) ||
                 (y.first && may_end(a->tasks, &y, &x, start_x))
             ? LCM_RACE_MAYBE
             : LCM_RACE_YES;
}

/* ---- both ---------------------------------------------------------------- */

/* Return whether one thread alone executes both, but for tasks. */
static bool is_one_thread(const struct lcm_race_at *a,
                          const struct lcm_race_at *b) {
  if (a->who == LCM_RACE_UNIT && b->who == LCM_RACE_UNIT)
    return a->construct == b->construct && a->instance == b->instance &&
           a->unit == b->unit;
  return a->who == LCM_RACE_ALL && b->who == LCM_RACE_ALL && a->only &&
         b->only && a->least == b->least;
}

/* As lcm_race_relate for what is in one phase. */
static enum lcm_race_answer relate_both(struct lcm_race_relation *out,
                                        const lcm_node *region,
                                        const struct lcm_race_at *a,
                                        const struct lcm_race_at *b,
                                        unsigned which) {
  const bool loop = a->who == LCM_RACE_LOOP && b->who == LCM_RACE_LOOP &&
                    a->divided == b->divided;
  if (which)
    return loop ? relate_tasks(out, a, b,
                               a->first + a->construct->u.loop.n_ranges)
                : LCM_RACE_NO;
  if (is_one_thread(a, b))
    return relate_tasks(out, a, b, 0);
  if (a->who == LCM_RACE_LOOP && b->who == LCM_RACE_LOOP)
    return relate_loops(out, region, a, b);
  relate(out, 0, 1, false);
  relate(out, 1, common_ranges(a, b), true);
  if (a->who == LCM_RACE_LOOP)
    return relate_some(out, region, a, b);
  if (b->who == LCM_RACE_LOOP) {
    out->behind_of = 1;
    return relate_some(out, region, b, a);
  }
  return LCM_RACE_YES;
}

/* Return whether the loop "loop" goes round for the whole team: nobody divides
 * it, and it is in no construct that one thread or iteration executes. */
static bool goes_round(const struct lcm_race_loop *loop) {
  const lcm_node_kind kind = loop->node->kind;
  return (kind == LCM_NODE_LOOP || kind == LCM_NODE_WHILE) &&
         loop->at->who == LCM_RACE_ALL;
}

/* Return whether "a" and "b", of different phases, may be in one: that behind
 * the last barrier of a round of a loop and that before the first one of the
 * next. */
static bool meet_around(const struct lcm_race_at *a,
                        const struct lcm_race_at *b) {
  struct loops x;
  struct loops y;
  const unsigned low = a->phase < b->phase ? a->phase : b->phase;
  const unsigned high = a->phase < b->phase ? b->phase : a->phase;
  if (!list_loops(&x, a->loop) || !list_loops(&y, b->loop))
    return true;
  for (size_t i = 0; i < x.n && i < y.n && x.at[i] == y.at[i]; i++)
    if (x.at[i]->meets && goes_round(x.at[i]) && low == x.at[i]->at->phase &&
        high == x.at[i]->last)
      return true;
  return false;
}

bool lcm_race_may_differ(const struct lcm_race_at *a,
                         const struct lcm_race_at *b) {
  struct loops x;
  struct loops y;
  if (a->phase != b->phase || !list_loops(&x, a->loop) ||
      !list_loops(&y, b->loop))
    return a->phase == b->phase;
  for (size_t i = 0; i < x.n && i < y.n && x.at[i] == y.at[i]; i++)
    if (!x.at[i]->meets && goes_round(x.at[i]))
      return true;
  return false;
}

/* Return whether "at" is in the alternative "arm" (NULL: none). */
static bool is_in_arm(const struct lcm_race_at *at,
                      const struct lcm_race_arm *arm) {
  for (const struct lcm_race_arm *in = at->arm; arm && in; in = in->outer)
    if (in == arm)
      return true;
  return !arm;
}

/* Return whether a barrier between "a" and "b", of different phases, is come by
 * for certain where one of them is. */
static bool are_parted(const struct lcm_race_at *a,
                       const struct lcm_race_at *b) {
  const unsigned low = a->phase < b->phase ? a->phase : b->phase;
  const unsigned high = a->phase < b->phase ? b->phase : a->phase;
  for (unsigned i = low; i < high; i++)
    if (is_in_arm(a, a->tasks->barriers.at[i]) ||
        is_in_arm(b, a->tasks->barriers.at[i]))
      return true;
  return false;
}

enum lcm_race_answer lcm_race_relate(struct lcm_race_relation *out,
                                     const lcm_node *region,
                                     const struct lcm_race_at *a,
                                     const struct lcm_race_at *b,
                                     unsigned which) {
  *out = (struct lcm_race_relation){.n = 0};
  if (a->phase != b->phase && !which && meet_around(a, b))
    return LCM_RACE_MAYBE;
  if (a->phase != b->phase)
    return !are_parted(a, b) && relate_both(out, region, a, b, which)
               ? LCM_RACE_MAYBE
               : LCM_RACE_NO;
  const enum lcm_race_answer answer = relate_both(out, region, a, b, which);
  return answer == LCM_RACE_YES && (meet_inside(a, b) || meet_inside(b, a))
             ? LCM_RACE_MAYBE
             : answer;
}

/* ---- variables of one execution ------------------------------------------ */

/* Return whether "key", "c:FILE@OFFSET@F@FUNCTION@NAME", is of a variable that
 * lives in the function "name". */
static bool lives_in(const char *key, const char *name) {
  const char *at = strstr(key, "@F@");
  const size_t n = strlen(name);
  return at && !strncmp(at + 3, name, n) && at[3 + n] == '@';
}

/* Put how many ranges have the loops and calls around "a" and "b" of which each
 * round has the variable of "own" anew into "*first"; false where that is not
 * known. */
static bool find_home(size_t *first, const struct lcm_race_own *own,
                      const struct lcm_race_at *a,
                      const struct lcm_race_at *b) {
  struct loops x;
  struct loops y;
  const char *at = strchr(own->key, '@');
  const unsigned long offset = at ? strtoul(at + 1, NULL, 10) : 0;
  bool here = lives_in(own->key, own->function->name);
  bool found = here;
  *first = 0;
  if (!list_loops(&x, a->loop) || !list_loops(&y, b->loop))
    return false;
  for (size_t i = 0; i < x.n && i < y.n && x.at[i] == y.at[i]; i++) {
    const struct lcm_race_loop *loop = x.at[i];
    if (loop->node->kind == LCM_NODE_CALL) {
      const lcm_function *callee =
          lcm_program_function(own->program, loop->node->u.call.callee);
      here = callee && lives_in(own->key, callee->name);
      found = found || here;
      *first = here ? loop->first : *first;
    } else if (here && loop->node->loc.begin <= offset &&
               offset < loop->node->loc.end)
      *first = loop->first + loop->n;
  }
  return found;
}

/* Return whether one thread may execute both. */
static bool may_be_one(const struct lcm_race_at *a,
                       const struct lcm_race_at *b) {
  if (a->who != b->who || a->construct != b->construct || a->unit != b->unit)
    return false;
  return a->least <= b->most && b->least <= a->most;
}

enum lcm_race_answer lcm_race_relate_own(struct lcm_race_relation *out,
                                         const struct lcm_race_own *own,
                                         const struct lcm_race_at *a,
                                         const struct lcm_race_at *b) {
  size_t first = 0;
  *out = (struct lcm_race_relation){.n = 0};
  if (a->phase != b->phase || a->taskloop || b->taskloop || !may_be_one(a, b) ||
      !find_home(&first, own, a, b))
    return LCM_RACE_NO;
  if (a->who == LCM_RACE_LOOP &&
      first < a->first + a->construct->u.loop.n_ranges)
    first = a->first + a->construct->u.loop.n_ranges;
  const enum lcm_race_answer answer = relate_tasks(out, a, b, first);
  return answer == LCM_RACE_YES && (meet_inside(a, b) || meet_inside(b, a))
             ? LCM_RACE_MAYBE
             : answer;
}

/* ---- locks --------------------------------------------------------------- */

/* Return whether "region" is a league of teams, which share no locks: any
 * number of them. */
static bool is_league(const lcm_node *region) {
  const char *clauses = lcm_node_attribute(region, "clauses");
  return region->kind == LCM_NODE_TEAM && is_construct(region, "teams") &&
         !region->u.team.size && !(clauses && strstr(clauses, "num_teams"));
}

/* What stands before the name of a lock that is held with other readers. */
enum { READER = '\'' };

const char *lcm_race_reader_of(lcm_ctx *ctx, const char *name) {
  return lcm_intern(ctx,
                    lcm_arena_printf(lcm_ctx_arena(ctx), "%c%s", READER, name));
}

/* Return whether two threads cannot hold "a" and "b" at the same time. */
static bool exclude(const char *a, const char *b) {
  const bool reads = *a == READER;
  return reads || *b == READER
             ? reads != (*b == READER) && !strcmp(a + reads, b + !reads)
             : a == b;
}

enum lcm_race_answer lcm_race_excluded(const lcm_node *region,
                                       const struct lcm_race_at *a,
                                       const struct lcm_race_at *b) {
  const struct lcm_race_locks *x = &a->locks;
  const struct lcm_race_locks *y = &b->locks;
  if (a->atomic && b->atomic)
    return LCM_RACE_YES;
  if (is_league(region))
    return LCM_RACE_NO;
  for (size_t i = 0; i < x->n; i++)
    for (size_t k = 0; k < y->n; k++)
      if (exclude(x->names[i], y->names[k]))
        return x->unknown || y->unknown ? LCM_RACE_MAYBE : LCM_RACE_YES;
  const bool some = (x->n || x->unknown) && (y->n || y->unknown);
  return some && (x->unknown || y->unknown || x->taken || y->taken)
             ? LCM_RACE_MAYBE
             : LCM_RACE_NO;
}
