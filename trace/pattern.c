/* Patterns of messages: what the logical matrix of a name looks like. */
#include "trace/pattern.h"

#include <stdlib.h>

/* Fewer actors show no pattern. */
enum { FEWEST = 3 };

bool trace_is_reduction(const struct trace_group *group) {
  return group->shape == LCM_PATTERN_UP ||
         group->shape == LCM_PATTERN_HEAP_UP ||
         group->shape == LCM_PATTERN_BINOMIAL_UP;
}

/* Return the actor that created the message of task "i"; TRACE_NONE where that
 * is not known. */
static uint32_t from_of(const struct trace_graph *g, uint32_t i) {
  const uint32_t receipt = trace_task_at(g, i)->receipt;
  return receipt == TRACE_NONE
             ? TRACE_NONE
             : trace_message_at(g, trace_receipt_at(g, receipt)->message)
                   ->actor;
}

/* Return the depth of "task" in the phase of "group". */
static uint32_t depth_in(const struct trace_group *group,
                         const struct trace_task *task) {
  return task->phase == group->phase ? task->depth : task->closes;
}

/* Put the logical matrix of "group" into "out"; false where the trace does not
 * know who created some of its messages. */
static bool matrix_of(struct lcm_logical_matrix *out, lcm_arena *arena,
                      const struct trace_walk *walk,
                      const struct trace_group *group) {
  *out = (struct lcm_logical_matrix){.p = walk->actors.n};
  for (size_t i = 0; i < group->n; i++) {
    const struct trace_task *task = trace_task_at(walk->graph, group->tasks[i]);
    const uint32_t from = from_of(walk->graph, group->tasks[i]);
    const uint32_t depth =
        group->depths ? group->depths[i] : depth_in(group, task);
    const struct lcm_logical_event event = {from, task->actor, depth, from};
    if (from == TRACE_NONE)
      return false;
    LCM_LIST_ADD(arena, &out->events, event);
  }
  return true;
}

/* Return whether all actors have tasks of "m", and who sends to another gets
 * as many from it. */
static bool is_exchange(lcm_arena *arena, const struct lcm_logical_matrix *m) {
  bool *has = LCM_NEW_ARRAY(arena, bool, m->p + 1);
  size_t n = 0;
  for (size_t i = 0; i < m->events.n; i++) {
    const struct lcm_logical_event *event = &m->events.at[i];
    n += !has[event->to];
    has[event->to] = true;
    if (event->from == event->to)
      return false;
  }
  return n == m->p && lcm_matrix_is_mutual(arena, m);
}

/* Find the pattern: of any number of messages, but as many between any two
 * actors where all others are not to one. */
void trace_shape_find(struct trace_group *group,
                      const struct trace_walk *walk) {
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  struct lcm_logical_matrix m;
  bool even = false;
  if (walk->actors.n >= FEWEST && group->n + 1 >= walk->actors.n &&
      matrix_of(&m, arena, walk, group)) {
    const struct lcm_logical_matrix once = lcm_matrix_once(arena, &m, &even);
    const enum lcm_pattern_shape shape =
        lcm_pattern_shape_of(arena, &once, true);
    group->shape =
        even || shape == LCM_PATTERN_GATHER ? shape : LCM_PATTERN_NONE;
    group->pattern =
        group->shape == LCM_PATTERN_GATHER ? "bottleneck"
        : group->shape == LCM_PATTERN_SEQUENCE && lcm_matrix_goes_around(&once)
            ? "sequential ring"
            : lcm_pattern_name(group->shape);
    if (!group->pattern && is_exchange(arena, &m))
      group->pattern = "exchange";
  }
  lcm_arena_release(arena, mark);
}

/* ---- masters -------------------------------------------------------------
 */

/* How the requests to an actor are answered. */
struct answers {
  size_t to_asker; /* messages that go back to who asked */
  size_t other;
};

/* Let bottlenecks whose requests are answered be called after that: what is
 * sent in one goes to who asked, of at least half of them. */
static void find_masters(struct trace_groups *out,
                         const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  struct answers *all = LCM_NEW_ARRAY(arena, struct answers, out->at.n + 1);
  uint32_t *of = LCM_NEW_ARRAY(arena, uint32_t, g->tasks.n + 1);
  for (uint32_t i = 0; i < out->at.n; i++)
    for (size_t k = 0;
         out->at.at[i].shape == LCM_PATTERN_GATHER && k < out->at.at[i].n; k++)
      of[out->at.at[i].tasks[k]] = i + 1;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const uint32_t from =
        trace_is_own(walk, i) ? trace_creator(g, i) : TRACE_NONE;
    if (from == TRACE_NONE || !of[from])
      continue;
    struct answers *answers = &all[of[from] - 1];
    answers->to_asker += trace_task_at(g, i)->actor == from_of(g, from);
    answers->other += trace_task_at(g, i)->actor != from_of(g, from);
  }
  for (size_t i = 0; i < out->at.n; i++)
    if (2 * all[i].to_asker >= out->at.at[i].n && !all[i].other &&
        all[i].to_asker)
      out->at.at[i].pattern = "master-worker";
  lcm_arena_release(arena, mark);
}

/* ---- groups --------------------------------------------------------------
 */

/* What stands for a task when groups are made: its phase and name. */
struct member {
  uint64_t key;
  uint32_t task;
};

/* Compare two members for qsort. */
static int compare_members(const void *a, const void *b) {
  const struct member *x = a;
  const struct member *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                          : (x->task > y->task) - (x->task < y->task);
}

void trace_groups_find(struct trace_groups *out,
                       const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  struct member *all = LCM_NEW_ARRAY(arena, struct member, 2 * g->tasks.n + 1);
  uint32_t *tasks = LCM_NEW_ARRAY(arena, uint32_t, 2 * g->tasks.n + 1);
  size_t n = 0;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    if (!trace_is_own(walk, i))
      continue;
    all[n++] = (struct member){(uint64_t)task->phase << 32 | task->name, i};
    if (task->closes != TRACE_NONE && task->phase)
      all[n++] =
          (struct member){(uint64_t)(task->phase - 1) << 32 | task->name, i};
  }
  qsort(all, n, sizeof *all, compare_members);
  for (size_t i = 0, from = 0; i < n; i++) {
    tasks[i] = all[i].task;
    if (i + 1 < n && all[i + 1].key == all[i].key)
      continue;
    struct trace_group group = {(uint32_t)(all[i].key >> 32),
                                (uint32_t)all[i].key,
                                tasks + from,
                                i + 1 - from,
                                LCM_PATTERN_NONE,
                                NULL,
                                NULL,
                                NULL};
    trace_shape_find(&group, walk);
    LCM_LIST_ADD(arena, &out->at, group);
    from = i + 1;
  }
  find_masters(out, walk);
}
