/* Separation points by a sweep over time, and depths by a search from each
 * root. */
#include "trace/phase.h"

#include <math.h>
#include <stdlib.h>

bool trace_is_own(const struct trace_walk *walk, uint32_t i) {
  const struct trace_task *task = trace_task_at(walk->graph, i);
  return task->outer == TRACE_NONE &&
         walk->log->names.at[task->name].cat == LCM_CAT_PC;
}

/* Return the task that task "i" is inside of, or itself. */
static uint32_t outermost(const struct trace_graph *graph, uint32_t i) {
  while (i != TRACE_NONE && trace_task_at(graph, i)->outer != TRACE_NONE)
    i = trace_task_at(graph, i)->outer;
  return i;
}

/* ---- separation points ---------------------------------------------------
 */

/* A moment of the sweep: what is active ends, a task begins, something becomes
 * active, in this order where they are at the same time. */
struct moment {
  double time;
  uint32_t task; /* that begins, or TRACE_NONE */
  int change;
};

/* Compare two moments for qsort. */
static int compare(const void *a, const void *b) {
  const struct moment *x = a;
  const struct moment *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->change != y->change ? (x->change < y->change ? -1 : 1)
                                : (x->task > y->task) - (x->task < y->task);
}

/* The moments of a run. */
struct sweep {
  struct moment *at;
  size_t n;
};

/* Add that messages are active from their creation until the last task that
 * they began ends; those that began none are not. */
static void add_messages(struct sweep *s, const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  double *end =
      LCM_NEW_ARRAY(lcm_ctx_arena(walk->log->ctx), double, g->messages.n + 1);
  for (size_t i = 0; i < g->messages.n; i++)
    end[i] = -HUGE_VAL;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    if (trace_is_own(walk, i) && task->receipt != TRACE_NONE) {
      double *of = &end[trace_receipt_at(g, task->receipt)->message];
      *of = fmax(*of, task->end);
    }
  }
  for (uint32_t i = 0; i < g->messages.n; i++) {
    if (end[i] == -HUGE_VAL)
      continue;
    s->at[s->n++] =
        (struct moment){trace_message_at(g, i)->time, TRACE_NONE, 1};
    s->at[s->n++] = (struct moment){end[i], TRACE_NONE, -1};
  }
}

/* Add that tasks begin, and are active while they last where no message says
 * so. */
static void add_tasks(struct sweep *s, const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    if (!trace_is_own(walk, i))
      continue;
    s->at[s->n++] = (struct moment){task->begin, i, 0};
    if (task->receipt != TRACE_NONE)
      continue;
    s->at[s->n++] =
        (struct moment){nextafter(task->begin, -HUGE_VAL), TRACE_NONE, 1};
    s->at[s->n++] = (struct moment){task->end, TRACE_NONE, -1};
  }
}

/* Put the begins of tasks with which nothing else is active into "out"; of
 * those that follow each other directly the last. */
static void sweep(struct trace_phases *out, const struct sweep *s,
                  const struct trace_walk *walk) {
  long active = 0;
  bool just = false;
  for (size_t i = 0; i < s->n; i++) {
    active += s->at[i].change;
    if (s->at[i].task == TRACE_NONE)
      continue;
    const double begin = trace_task_at(walk->graph, s->at[i].task)->begin;
    if (active == 1) {
      out->n -= just;
      out->begin[out->n++] = begin;
    }
    just = active == 1;
  }
}

void trace_phases_find(struct trace_phases *out, struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  struct sweep s = {LCM_NEW_ARRAY(arena, struct moment,
                                  3 * g->tasks.n + 2 * g->messages.n + 1),
                    0};
  out->begin = LCM_NEW_ARRAY(arena, double, g->tasks.n + 2);
  out->n = 0;
  add_messages(&s, walk);
  add_tasks(&s, walk);
  qsort(s.at, s.n, sizeof *s.at, compare);
  sweep(out, &s, walk);
  if (!out->n)
    out->n = 1;
  out->begin[0] = walk->begin;
  size_t phase = 0;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    struct trace_task *task = trace_task_at(g, i);
    while (phase + 1 < out->n && out->begin[phase + 1] <= task->begin)
      phase++;
    task->phase = (uint32_t)phase;
  }
}

/* ---- depths --------------------------------------------------------------
 */

/* A search through the tasks that others led to. */
struct search {
  struct trace_walk *walk;
  uint32_t *child;   /* of each task, the first that it led to */
  uint32_t *sibling; /* the next that the same task led to */
  uint32_t *count;   /* by name, on the way to where the search is */
  uint32_t *stack;
};

uint32_t trace_parent(const struct trace_graph *g, uint32_t i) {
  const uint32_t from = outermost(g, trace_creator(g, i));
  return from != TRACE_NONE && from < i ? from : TRACE_NONE;
}

/* Return whether the search begins at task "i": what led to it, if anything, is
 * in another phase. */
static bool is_root(const struct trace_graph *g, uint32_t i) {
  const uint32_t from = trace_parent(g, i);
  return from == TRACE_NONE ||
         trace_task_at(g, from)->phase != trace_task_at(g, i)->phase;
}

/* Enter task "i": how many of its name led to it is its depth. */
static void enter(struct search *s, uint32_t i) {
  struct trace_task *task = trace_task_at(s->walk->graph, i);
  struct trace_entry *entry = &s->walk->entries.at[task->name];
  task->depth = s->count[task->name]++;
  entry->depth = task->depth > entry->depth ? task->depth : entry->depth;
}

/* Go through all that task "root" led to. */
static void search(struct search *s, uint32_t root) {
  const struct trace_graph *g = s->walk->graph;
  size_t n = 0;
  s->stack[n++] = root;
  enter(s, root);
  while (n) {
    const uint32_t top = s->stack[n - 1];
    const uint32_t next = s->child[top];
    if (next == TRACE_NONE) {
      s->count[trace_task_at(g, top)->name]--;
      n--;
      continue;
    }
    s->child[top] = s->sibling[next];
    if (is_root(g, next)) {
      struct trace_task *task = trace_task_at(g, next);
      task->closes = s->count[task->name];
      continue;
    }
    s->stack[n++] = next;
    enter(s, next);
  }
}

void trace_depths_find(struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  const size_t n = g->tasks.n;
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  struct search s = {walk, LCM_NEW_ARRAY(arena, uint32_t, n + 1),
                     LCM_NEW_ARRAY(arena, uint32_t, n + 1),
                     LCM_NEW_ARRAY(arena, uint32_t, walk->log->names.n + 1),
                     LCM_NEW_ARRAY(arena, uint32_t, n + 1)};
  for (size_t i = 0; i < n; i++)
    s.child[i] = s.sibling[i] = TRACE_NONE;
  for (uint32_t i = (uint32_t)n; i-- > 0;) {
    const uint32_t from = trace_parent(g, i);
    if (from == TRACE_NONE)
      continue;
    s.sibling[i] = s.child[from];
    s.child[from] = i;
  }
  for (uint32_t i = 0; i < n; i++)
    if (is_root(g, i))
      search(&s, i);
}
