/* When statements end that signals and waits order: a graph of them,
 * followed in time. */
#include <math.h>

#include "composer/bound/event.h"
#include "composer/bound/scope.h"
#include "composer/bound/value.h"

enum { MAX_EVENTS = 4000000 };

/* A statement: how long it takes, how many others it still waits for, when it
 * can start and because of which other (LCM_BOUND_NONE: none); the condition it
 * signals or LCM_BOUND_NONE; its first edge. */
struct event {
  double weight;
  double start;
  size_t cause;
  size_t before;
  size_t signals;
  size_t edge;
  const lcm_node *waits;
};

/* An edge to a later statement; "next" of the same earlier one. */
struct edge {
  size_t to;
  size_t next;
};

/* What is known of a condition: whether it was signalled, when; whether
 * something signals it; who waits (edges). */
struct flag {
  bool is;
  bool can;
  double time;
  size_t edge;
};

/* A graph of statements. */
struct graph {
  struct lcm_bound_run *run;
  LCM_LIST(struct event) events;
  LCM_LIST(struct edge) edges;
  LCM_LIST(struct flag) flags;
  LCM_LIST(size_t) heap;
  size_t now; /* the statement that was added last */
  /* the ends of the branches of the parallel part being built */
  LCM_LIST(size_t) ends;
};

static void build(struct graph *g, const lcm_node *node);

/* Add an edge from the statement "from" to "to". */
static void connect(struct graph *g, size_t from, size_t to) {
  const struct edge edge = {to, g->events.at[from].edge};
  LCM_LIST_ADD(g->run->pool.arena, &g->edges, edge);
  g->events.at[from].edge = g->edges.n - 1;
  g->events.at[to].before++;
}

/* Add a statement that takes "weight", behind the present one unless that is
 * LCM_BOUND_NONE; it becomes the present one. */
static size_t add_event(struct graph *g, double weight) {
  const struct event event = {.weight = weight,
                              .cause = LCM_BOUND_NONE,
                              .signals = LCM_BOUND_NONE,
                              .edge = LCM_BOUND_NONE};
  if (g->events.n >= MAX_EVENTS) {
    if (!lcm_bound_ended(g->run)) {
      lcm_report(g->run->ctx, LCM_DIAG_BUDGET, (lcm_loc){0},
                 "too many statements to follow their start times");
      g->run->status = LCM_EBUDGET;
    }
    return g->events.n - 1;
  }
  LCM_LIST_ADD(g->run->pool.arena, &g->events, event);
  if (g->now != LCM_BOUND_NONE)
    connect(g, g->now, g->events.n - 1);
  g->now = g->events.n - 1;
  return g->now;
}

/* Return the flag of condition "c". */
static struct flag *flag_of(struct graph *g, size_t c) {
  const struct flag fresh = {.edge = LCM_BOUND_NONE};
  while (g->flags.n <= c)
    LCM_LIST_ADD(g->run->pool.arena, &g->flags, fresh);
  return &g->flags.at[c];
}

/* Add the SIGNAL or WAIT "node". */
static void build_sync(struct graph *g, const lcm_node *node) {
  const size_t c = lcm_bound_condition(g->run, node);
  const size_t event = add_event(g, 0);
  struct flag *flag = flag_of(g, c);
  if (node->kind == LCM_NODE_SIGNAL) {
    g->events.at[event].signals = c;
    flag->can = true;
    return;
  }
  const struct edge edge = {event, flag->edge};
  LCM_LIST_ADD(g->run->pool.arena, &g->edges, edge);
  flag->edge = g->edges.n - 1;
  g->events.at[event].before++;
  g->events.at[event].waits = node;
}

/* Add the iterations of a sequential loop. */
static void build_iteration(struct lcm_bound_run *run, const lcm_node *node,
                            double copies, void *user) {
  struct graph *g = user;
  for (double i = 0; i < copies && !lcm_bound_ended(run); i++)
    for (size_t k = 0; k < node->n_children; k++)
      build(g, node->children[k]);
}

/* Add an iteration of a parallel loop, which begins at the present statement
 * again. */
static void build_branch(struct lcm_bound_run *run, const lcm_node *node,
                         double copies, void *user) {
  struct graph *g = user;
  const size_t start = g->now;
  for (size_t k = 0; k < node->n_children && copies > 0; k++)
    build(g, node->children[k]);
  LCM_LIST_ADD(run->pool.arena, &g->ends, g->now);
  g->now = start;
}

/* Add the parallel "node" with the join at its end. */
static void build_parallel(struct graph *g, const lcm_node *node) {
  const size_t bound = g->run->stack.n;
  const size_t first = g->ends.n;
  const size_t start = add_event(g, 0);
  if (node->kind == LCM_NODE_PARLOOP)
    lcm_bound_iterate(g->run, node, build_branch, g);
  for (size_t i = 0; node->kind == LCM_NODE_PARALLEL && i < node->n_children;
       i++) {
    g->now = start;
    build(g, node->children[i]);
    lcm_bound_unbind(g->run, bound);
    LCM_LIST_ADD(g->run->pool.arena, &g->ends, g->now);
  }
  g->now = start;
  const size_t join = add_event(g, 0);
  for (size_t i = first; i < g->ends.n && !lcm_bound_ended(g->run); i++)
    if (g->ends.at[i] != join)
      connect(g, g->ends.at[i], join);
  g->ends.n = first;
}

/* Add what the BRANCH "node" takes. */
static void build_alternative(struct graph *g, const lcm_node *node) {
  double *chances = LCM_NEW_ARRAY(g->run->pool.arena, double, node->n_children);
  if (lcm_bound_chances(g->run, node, chances))
    lcm_bound_give_up(g->run, node, "whether it signals or waits is random");
  for (size_t i = 0; i < node->n_children; i++)
    if (chances[i] > 0)
      build(g, node->children[i]);
}

/* Add the CALL "node". */
static void build_call(struct graph *g, const lcm_node *node) {
  size_t saved[2];
  const lcm_node *body = lcm_bound_enter(g->run, node, saved);
  if (!body)
    return;
  build(g, body);
  lcm_bound_leave(g->run, saved);
}

/* Add "node" behind the present statement. */
static void build(struct graph *g, const lcm_node *node) {
  if (node->ignored || lcm_bound_ended(g->run))
    return;
  if (!lcm_bound_traits_of(g->run->table, node)->sync) {
    struct lcm_bound_value *value = lcm_bound_evaluate(g->run, node);
    if (value->phi > 0)
      (void)add_event(g, value->phi);
    return;
  }
  switch (node->kind) {
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    build_sync(g, node);
    return;
  case LCM_NODE_LOOP:
    lcm_bound_iterate(g->run, node, build_iteration, g);
    lcm_bound_lose(g->run, lcm_bound_traits_of(g->run->table, node));
    return;
  case LCM_NODE_PARLOOP:
  case LCM_NODE_PARALLEL:
    build_parallel(g, node);
    return;
  case LCM_NODE_BRANCH:
    build_alternative(g, node);
    return;
  case LCM_NODE_CALL:
    build_call(g, node);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  for (size_t i = 0; i < node->n_children; i++)
    build(g, node->children[i]);
}

/* Return when statement "i" ends. */
static double end_of(const struct graph *g, size_t i) {
  return g->events.at[i].start + g->events.at[i].weight;
}

/* Put statement "i", which can start, into the heap. */
static void push(struct graph *g, size_t i) {
  LCM_LIST_ADD(g->run->pool.arena, &g->heap, i);
  size_t at = g->heap.n - 1;
  while (at && end_of(g, i) < end_of(g, g->heap.at[(at - 1) / 2])) {
    g->heap.at[at] = g->heap.at[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  g->heap.at[at] = i;
}

/* Take the statement that ends first out of the heap. */
static size_t pop(struct graph *g) {
  const size_t first = g->heap.at[0];
  const size_t last = g->heap.at[--g->heap.n];
  size_t at = 0;
  for (size_t child = 1; child < g->heap.n; child = 2 * at + 1) {
    if (child + 1 < g->heap.n &&
        end_of(g, g->heap.at[child + 1]) < end_of(g, g->heap.at[child]))
      child++;
    if (end_of(g, last) <= end_of(g, g->heap.at[child]))
      break;
    g->heap.at[at] = g->heap.at[child];
    at = child;
  }
  if (g->heap.n)
    g->heap.at[at] = last;
  return first;
}

/* Let what the edges from "edge" on lead to know that one thing it waits for
 * happened at "time", at the end of "cause". */
static void advance(struct graph *g, size_t edge, double time, size_t cause) {
  for (; edge != LCM_BOUND_NONE; edge = g->edges.at[edge].next) {
    struct event *event = &g->events.at[g->edges.at[edge].to];
    if (event->cause == LCM_BOUND_NONE || time > event->start)
      event->cause = cause;
    event->start = fmax(event->start, time);
    if (!--event->before)
      push(g, g->edges.at[edge].to);
  }
}

/* Let what was true when the clock was "since", or what nothing here signals,
 * be true from the beginning. */
static void begin(struct graph *g, size_t since) {
  for (size_t c = 0; c < g->flags.n; c++) {
    const bool was = lcm_bound_was_true(g->run, c, since);
    if (!was && g->flags.at[c].can)
      continue;
    advance(g, g->flags.at[c].edge, 0, LCM_BOUND_NONE);
    g->flags.at[c].is = true;
  }
}

/* Let all statements happen; return when the last one ends, and how many there
 * were in "*done". */
static double follow(struct graph *g, size_t *done) {
  double last = 0;
  push(g, 0);
  *done = 0;
  while (g->heap.n) {
    const size_t i = pop(g);
    const double now = end_of(g, i);
    const size_t c = g->events.at[i].signals;
    last = fmax(last, now);
    ++*done;
    advance(g, g->events.at[i].edge, now, i);
    if (c != LCM_BOUND_NONE && !g->flags.at[c].is) {
      g->flags.at[c].is = true;
      advance(g, g->flags.at[c].edge, now, i);
    }
  }
  return last;
}

/* Say why not all statements of "g" happen. */
static void explain(const struct graph *g, const lcm_node *node) {
  struct lcm_bound_run *run = g->run;
  for (size_t c = 0; c < g->flags.n; c++) {
    const size_t edge = g->flags.at[c].edge;
    if (g->flags.at[c].is || edge == LCM_BOUND_NONE)
      continue;
    const struct event *event = &g->events.at[g->edges.at[edge].to];
    lcm_bound_give_up(
        run, event->waits ? event->waits : node,
        lcm_arena_printf(run->pool.arena,
                         g->flags.at[c].can
                             ? "deadlock: '%s' is signalled only after a wait "
                               "that waits for this one"
                             : "nothing signals '%s'",
                         run->conditions.at[c]));
    return;
  }
}

/* Return when the statements of "g", which are "node", end. */
static double time_of(struct graph *g, const lcm_node *node) {
  size_t done = 0;
  if (lcm_bound_ended(g->run))
    return 0;
  const double time = follow(g, &done);
  if (done < g->events.n)
    explain(g, node);
  return time;
}

/* Put the statements of "node" into "g". */
static void collect(struct graph *g, const lcm_node *node) {
  const size_t bound = g->run->stack.n;
  (void)add_event(g, 0);
  build(g, node);
  lcm_bound_unbind(g->run, bound);
}

double lcm_bound_events(struct lcm_bound_run *run, const lcm_node *node,
                        size_t since) {
  struct graph g = {.run = run, .now = LCM_BOUND_NONE};
  collect(&g, node);
  begin(&g, since);
  return time_of(&g, node);
}

double lcm_bound_all_events(struct lcm_bound_run *run, const lcm_node *node) {
  struct graph g = {.run = run, .now = LCM_BOUND_NONE};
  collect(&g, node);
  return time_of(&g, node);
}

void lcm_bound_event_times(struct lcm_bound_times *out,
                           struct lcm_bound_run *run, const lcm_node *node) {
  struct graph g = {.run = run, .now = LCM_BOUND_NONE};
  collect(&g, node);
  const double time = time_of(&g, node);
  size_t last = LCM_BOUND_NONE;
  *out = (struct lcm_bound_times){.n = g.events.n};
  out->ends = LCM_NEW_ARRAY(run->pool.arena, double, g.events.n + 1);
  out->critical = LCM_NEW_ARRAY(run->pool.arena, bool, g.events.n + 1);
  for (size_t i = 0; i < g.events.n; i++) {
    out->ends[i] = end_of(&g, i);
    if (last == LCM_BOUND_NONE && out->ends[i] >= time)
      last = i;
  }
  for (; last != LCM_BOUND_NONE; last = g.events.at[last].cause)
    out->critical[last] = true;
}
