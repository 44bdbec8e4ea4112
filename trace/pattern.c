/* Patterns of messages: what the logical matrix of a name looks like. */
#include "trace/pattern.h"

#include <stdlib.h>
#include <string.h>

const char *trace_shape_name(enum trace_shape shape) {
  static const char *const NAMES[] = {[TRACE_NO_SHAPE] = "none",
                                      [TRACE_BROADCAST] = "broadcast",
                                      [TRACE_BOTTLENECK] = "bottleneck",
                                      [TRACE_REDUCTION] = "reduction",
                                      [TRACE_SEQUENCE] = "sequential chain",
                                      [TRACE_RING] = "ring",
                                      [TRACE_EXCHANGE] = "exchange"};
  return NAMES[shape];
}

/* The logical matrix of a group, counted. */
struct matrix {
  size_t p;
  size_t n;
  size_t depth;      /* the largest */
  uint32_t *created; /* by actor */
  uint32_t *run;     /* by actor */
  uint32_t *deep;    /* by depth up to p */
  size_t creators;   /* actors that created any */
  size_t runners;    /* and that ran any */
  size_t most_created;
  size_t most_run;
  size_t most_deep; /* at one depth */
  size_t least_deep;
  bool whole; /* each has a creator */
};

/* A message from one actor to another. */
struct pair {
  uint32_t from;
  uint32_t to;
};

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

/* Count "group" into "m". */
static void count(struct matrix *m, const struct trace_graph *g,
                  const struct trace_group *group) {
  m->n = group->n;
  m->whole = true;
  for (size_t i = 0; i < group->n; i++) {
    const struct trace_task *task = trace_task_at(g, group->tasks[i]);
    const uint32_t from = from_of(g, group->tasks[i]);
    m->whole = m->whole && from != TRACE_NONE;
    const uint32_t depth = depth_in(group, task);
    m->depth = depth > m->depth ? depth : m->depth;
    m->run[task->actor]++;
    if (depth < m->p)
      m->deep[depth]++;
    if (from != TRACE_NONE)
      m->created[from]++;
  }
  for (size_t i = 0; i < m->p; i++) {
    m->creators += m->created[i] > 0;
    m->runners += m->run[i] > 0;
    m->most_created =
        m->created[i] > m->most_created ? m->created[i] : m->most_created;
    m->most_run = m->run[i] > m->most_run ? m->run[i] : m->most_run;
  }
  m->least_deep = SIZE_MAX;
  for (size_t i = 0; i <= m->depth && i < m->p; i++) {
    m->most_deep = m->deep[i] > m->most_deep ? m->deep[i] : m->most_deep;
    m->least_deep = m->deep[i] < m->least_deep ? m->deep[i] : m->least_deep;
  }
}

/* Return whether all tasks of the greatest depth run on the one actor that
 * creates none. */
static bool ends_at_root(const struct matrix *m, const struct trace_graph *g,
                         const struct trace_group *group) {
  for (size_t i = 0; i < group->n; i++) {
    const struct trace_task *task = trace_task_at(g, group->tasks[i]);
    if (depth_in(group, task) == m->depth && m->created[task->actor])
      return false;
  }
  return m->creators + 1 == m->p;
}

/* Return whether at each depth each actor runs one, and always gets it from the
 * same other one. */
static bool goes_round(const struct matrix *m, const struct trace_graph *g,
                       const struct trace_group *group) {
  uint32_t *from = calloc(m->p + 1, sizeof *from);
  bool round = from && m->depth && m->n == m->p * (m->depth + 1) &&
               m->least_deep == m->p && m->most_deep == m->p;
  for (size_t i = 0; round && i < group->n; i++) {
    const uint32_t to = trace_task_at(g, group->tasks[i])->actor;
    const uint32_t one = from_of(g, group->tasks[i]);
    round = one != to && (!from[to] || from[to] == one + 1);
    from[to] = one + 1;
  }
  free(from);
  return round;
}

/* Compare two pairs for qsort. */
static int compare_pairs(const void *a, const void *b) {
  const struct pair *x = a;
  const struct pair *y = b;
  return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                            : (x->to > y->to) - (x->to < y->to);
}

/* Return whether whoever sends to another actor gets as many from it. */
static bool is_exchange(const struct matrix *m, const struct trace_graph *g,
                        const struct trace_group *group) {
  struct pair *there = calloc(2 * m->n + 1, sizeof *there);
  struct pair *back = there ? there + m->n : NULL;
  size_t same = 0;
  for (size_t i = 0; there && i < group->n; i++) {
    const uint32_t from = from_of(g, group->tasks[i]);
    const uint32_t to = trace_task_at(g, group->tasks[i])->actor;
    there[i] = (struct pair){from, to};
    back[i] = (struct pair){to, from};
    same += from == to;
  }
  if (there) {
    qsort(there, m->n, sizeof *there, compare_pairs);
    qsort(back, m->n, sizeof *back, compare_pairs);
  }
  const bool both = there && !same && m->runners == m->p && m->n >= m->p &&
                    !memcmp(there, back, m->n * sizeof *there);
  free(there);
  return both;
}

/* Return the pattern of "group" on "m". */
static enum trace_shape shape_of(const struct matrix *m,
                                 const struct trace_graph *g,
                                 const struct trace_group *group) {
  if (m->p < 3 || !m->whole || m->n + 1 < m->p)
    return TRACE_NO_SHAPE;
  if (!m->depth && m->creators == 1 && m->runners + 1 >= m->p &&
      m->most_run == 1)
    return TRACE_BROADCAST;
  if (!m->depth && m->runners == 1 && m->creators + 1 >= m->p)
    return TRACE_BOTTLENECK;
  if (m->depth && m->most_created == 1 && m->n + 1 == m->p &&
      ends_at_root(m, g, group))
    return TRACE_REDUCTION;
  if (m->depth + 1 == m->p && m->n == m->p && m->most_run == 1 &&
      m->most_deep == 1)
    return TRACE_SEQUENCE;
  if (goes_round(m, g, group))
    return TRACE_RING;
  return is_exchange(m, g, group) ? TRACE_EXCHANGE : TRACE_NO_SHAPE;
}

/* Find the pattern of "group". */
static void find_shape(struct trace_group *group,
                       const struct trace_walk *walk) {
  const size_t p = walk->actors.n;
  uint32_t *all = calloc(3 * p + 1, sizeof *all);
  struct matrix m = {.p = p};
  if (!all)
    return;
  m.created = all;
  m.run = all + p;
  m.deep = all + 2 * p;
  if (group->n + 1 >= p) {
    count(&m, walk->graph, group);
    group->shape = shape_of(&m, walk->graph, group);
  }
  free(all);
}

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
                                (uint32_t)all[i].key, tasks + from,
                                i + 1 - from, TRACE_NO_SHAPE};
    find_shape(&group, walk);
    LCM_LIST_ADD(arena, &out->at, group);
    from = i + 1;
  }
}
