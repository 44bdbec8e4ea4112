/* What sets the time of each part of a program: fragments by their terms, other
 * nodes by what they are. */
#include "composer/predict/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The share of the time from which on a part is one. */
static const double SEEN = 1e-9;

/* Parts being gathered. */
struct gathering {
  const struct lcm_predictor *p;
  const lcm_machine *machine;
  const lcm_point *point;
  struct lcm_run *run;
  LCM_LIST(struct lcm_limit_part) parts;
  LCM_LIST(struct lcm_limit_sum) sums;
  lcm_map found; /* from a node to the number of its part */
  const struct lcm_roof *roofs;
  size_t n_roofs;
};

/* Return the name of level number "i", NULL for what is none. */
static const char *level_name(const struct gathering *g, size_t i) {
  return i < g->n_roofs ? g->roofs[i].name : NULL;
}

/* Return the term number "i" of "of" in words that outlive it. */
static struct lcm_limited_by term_of(const struct gathering *g,
                                     const struct lcm_limited *of, size_t i) {
  size_t most = 0;
  for (size_t k = 1; k <= g->machine->n_levels; k++)
    most = of->latency[k] > of->latency[most] ? k : most;
  if (i >= LCM_LIMIT_BANDWIDTH)
    return (struct lcm_limited_by){LCM_LIMIT_BANDWIDTH,
                                   level_name(g, i - LCM_LIMIT_BANDWIDTH)};
  return (struct lcm_limited_by){
      (enum lcm_limit)i, i == LCM_LIMIT_LATENCY ? level_name(g, most) : NULL};
}

/* Return what sets the time of "node", which is no fragment that is priced by
 * its terms. */
static enum lcm_limit limit_of(const lcm_node *node) {
  if (node->n_models)
    return LCM_LIMIT_MODEL;
  switch (node->kind) {
  case LCM_NODE_USING:
  case LCM_NODE_USE:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    return node->marks.atomic ? LCM_LIMIT_ATOMIC : LCM_LIMIT_LOCK;
  case LCM_NODE_TRANSFER:
  case LCM_NODE_MESSAGE:
    return LCM_LIMIT_MESSAGE;
  case LCM_NODE_TASK:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
    return LCM_LIMIT_TASKS;
  case LCM_NODE_BARRIER:
    return LCM_LIMIT_BARRIER;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_OPAQUE:
    return LCM_LIMIT_UNPRICED;
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_SERIES:
  case LCM_NODE_TEAM:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODE_COUNT:
    break;
  }
  return LCM_LIMIT_WAITING;
}

/* Return the level of those that "of" moves bytes of which takes longest. */
static size_t roof_of(const struct gathering *g, const struct lcm_limited *of) {
  size_t most = g->n_roofs;
  for (size_t i = 0; i < g->n_roofs; i++)
    if (of->bytes[i] > 0 &&
        (most == g->n_roofs || of->terms.of[LCM_LIMIT_BANDWIDTH + i] >
                                   of->terms.of[LCM_LIMIT_BANDWIDTH + most]))
      most = i;
  return most;
}

/* Return the terms of "of" that sets most of its time, and the one that sets
 * the rest without it. */
static void find_terms(size_t found[2], const struct lcm_limited *of) {
  struct lcm_terms less = of->terms;
  found[0] = lcm_terms_limit(&less);
  for (size_t i = 0; i < LCM_TERMS; i++)
    found[0] = of->by[i] > of->by[found[0]] ? i : found[0];
  less.of[found[0]] = 0;
  found[1] = lcm_terms_limit(&less);
  found[1] = lcm_terms_time(&less) > 0 ? found[1] : found[0];
}

/* Fill in what sets the time of "part" and what it does, by what its executions
 * came to, "of". */
static void take_terms(struct lcm_limit_part *part, const struct gathering *g,
                       const struct lcm_limited *of) {
  double *bytes =
      LCM_NEW_ARRAY(lcm_ctx_arena(g->p->setup.ctx), double, g->n_roofs + 1);
  const double each = of->n > 0 ? part->visits / of->n : 0;
  size_t found[2];
  find_terms(found, of);
  part->by = term_of(g, of, found[0]);
  part->next = term_of(g, of, found[1]);
  part->gain = of->time > 0 ? part->time * of->gain[found[0]] / of->time : 0;
  part->flops = of->flops * each;
  part->busy = of->time * each;
  part->roof = roof_of(g, of);
  for (size_t i = 0; i < g->n_roofs; i++)
    bytes[i] = of->bytes[i] * each;
  part->bytes = bytes;
}

/* Add "time" to what "by" sets of the whole. */
static void add_sum(struct gathering *g, struct lcm_limited_by by,
                    double time) {
  size_t i = 0;
  while (i < g->sums.n && (g->sums.at[i].by.limit != by.limit ||
                           g->sums.at[i].by.level != by.level))
    i++;
  const struct lcm_limit_sum fresh = {.by = by};
  if (i == g->sums.n)
    LCM_LIST_ADD(lcm_ctx_arena(g->p->setup.ctx), &g->sums, fresh);
  g->sums.at[i].time += time;
  g->sums.at[i].share += g->point->time > 0 ? time / g->point->time : 0;
}

/* Add the terms of "of" to what sets the whole, of which they are "time". */
static void add_terms(struct gathering *g, const struct lcm_limited *of,
                      double time) {
  for (size_t i = 0; i < LCM_TERMS; i++)
    if (of->by[i] > 0)
      add_sum(g, term_of(g, of, i), time * of->by[i] / of->time);
}

/* Return the seconds of occurrence number "i" of "g" without those of the parts
 * below it. */
static double own_time(const struct gathering *g, size_t i) {
  const lcm_occurrence *all = g->point->occurrences;
  double time = all[i].time;
  for (size_t k = i + 1;
       k < g->point->n_occurrences && all[k].depth > all[i].depth; k++)
    if (all[k].depth == all[i].depth + 1 && all[k].critical)
      time -= all[k].time;
  return time;
}

/* Return the part of "o" in "g", a new one for the first of its node. */
static struct lcm_limit_part *part_of(struct gathering *g,
                                      const lcm_occurrence *o) {
  lcm_arena *arena = lcm_ctx_arena(g->p->setup.ctx);
  size_t at = 0;
  const struct lcm_limit_part fresh = {.node = o->node,
                                       .function = o->function,
                                       .flops = -1,
                                       .roof = g->n_roofs};
  if (!lcm_map_get(&g->found, o->node, &at)) {
    at = g->parts.n;
    LCM_LIST_ADD(arena, &g->parts, fresh);
    lcm_map_put(arena, &g->found, o->node, at);
  }
  return &g->parts.at[at];
}

/* Return whether messages take most of the time of "o". */
static bool is_sent(const lcm_occurrence *o) {
  return o->cats[LCM_CAT_CL] > o->cats[LCM_CAT_PC] + o->cats[LCM_CAT_RC];
}

/* Return whether nothing is known of what "o" costs. */
static bool is_unpriced(const struct gathering *g, const lcm_occurrence *o) {
  size_t at = 0;
  return lcm_map_get(&g->p->noted.nodes, o->node, &at) &&
         (o->node->kind == LCM_NODE_FRAGMENT ||
          o->node->kind == LCM_NODE_OPAQUE || o->node->kind == LCM_NODE_CALL);
}

/* Return what the threads that occurrence number "i" of "g", a team or what it
 * executes together, has wait for: the locks in it, or the slowest of them. */
static enum lcm_limit wait_of(const struct gathering *g, size_t i) {
  const lcm_occurrence *all = g->point->occurrences;
  double shares[LCM_MAX_CATS] = {0};
  const size_t n = g->p->setup.n_cats;
  enum lcm_limit lock = LCM_LIMIT_BARRIER;
  memcpy(shares, all[i].cats, n * sizeof *shares);
  for (size_t k = i + 1;
       k < g->point->n_occurrences && all[k].depth > all[i].depth; k++) {
    const enum lcm_limit limit = limit_of(all[k].node);
    if ((limit == LCM_LIMIT_LOCK || limit == LCM_LIMIT_ATOMIC) &&
        lock == LCM_LIMIT_BARRIER)
      lock = limit;
    for (size_t c = 0; c < n && all[k].depth == all[i].depth + 1; c++)
      shares[c] -= all[k].cats[c];
  }
  if (lock == LCM_LIMIT_BARRIER && all[i].node->kind == LCM_NODE_PARLOOP)
    lock = LCM_LIMIT_CHUNKS;
  if (shares[LCM_CAT_CL] > fmax(shares[LCM_CAT_SL], shares[LCM_CAT_LI]))
    return LCM_LIMIT_MESSAGE;
  return shares[LCM_CAT_SL] > shares[LCM_CAT_LI] ? lock : LCM_LIMIT_SHARES;
}

/* Return what sets the own time of occurrence number "i" of "g", where it does
 * nothing by itself that takes time: also data on their way to all of a
 * loop. */
static enum lcm_limit own_limit(const struct gathering *g, size_t i) {
  const lcm_node *node = g->point->occurrences[i].node;
  const bool shared = node->kind == LCM_NODE_TEAM ||
                      node->kind == LCM_NODE_PARALLEL ||
                      node->kind == LCM_NODE_PARLOOP;
  const enum lcm_limit limit = limit_of(node);
  if (node->n_models || (!shared && limit != LCM_LIMIT_WAITING))
    return limit;
  const enum lcm_limit wait = wait_of(g, i);
  return shared || wait == LCM_LIMIT_MESSAGE ? wait : limit;
}

/* Return how much of "time", the own time of "o", starts and ends a team. */
static double start_of(const struct gathering *g, const lcm_occurrence *o,
                       double time) {
  return o->node->kind == LCM_NODE_TEAM && !o->node->n_models
             ? fmin(time, o->visits * lcm_run_machine(g->run, "fork",
                                                      o->processors, 0, 1))
             : 0;
}

/* Let "part" be bound by "limit" for the first of "times", and by starting for
 * the second. */
static void take_plain(struct lcm_limit_part *part, struct gathering *g,
                       enum lcm_limit limit, const double times[2]) {
  const struct lcm_limited_by by[] = {{limit, NULL}, {LCM_LIMIT_START, NULL}};
  const size_t most = times[1] > times[0];
  part->by = by[most];
  part->next = by[times[!most] > SEEN * g->point->time ? !most : most];
  part->gain += times[most];
  for (size_t i = 0; i < 2; i++)
    if (times[i] > SEEN * g->point->time)
      add_sum(g, by[i], times[i]);
}

/* Add occurrence number "i" of "g", which "record" is of. */
static void add(struct gathering *g, size_t i,
                const struct lcm_record *record) {
  const lcm_occurrence *o = &g->point->occurrences[i];
  const double time = o->critical ? own_time(g, i) : 0;
  const bool seen = time > SEEN * g->point->time;
  if (!seen && !(o->critical && is_unpriced(g, o) && o->time <= 0))
    return;
  struct lcm_limit_part *part = part_of(g, o);
  const struct lcm_limited *of = record->limited;
  part->visits += o->visits;
  part->time += seen ? time : 0;
  part->share = g->point->time > 0 ? part->time / g->point->time : 0;
  if (of && of->time > 0 && !o->node->n_models && !is_sent(o)) {
    take_terms(part, g, of);
    add_terms(g, of, time);
    return;
  }
  const double start = seen ? start_of(g, o, time) : 0;
  const enum lcm_limit limit = !seen        ? LCM_LIMIT_UNPRICED
                               : is_sent(o) ? LCM_LIMIT_MESSAGE
                                            : own_limit(g, i);
  take_plain(part, g, limit, (const double[]){seen ? time - start : 0, start});
}

/* Return which of two parts takes more: that comes first, else what stands
 * before. */
static int order_parts(const void *a, const void *b) {
  const struct lcm_limit_part *x = a;
  const struct lcm_limit_part *y = b;
  return x->time != y->time
             ? (x->time < y->time) - (x->time > y->time)
             : (x->node->id > y->node->id) - (x->node->id < y->node->id);
}

/* Return which of two sums is more: that comes first. */
static int order_sums(const void *a, const void *b) {
  const struct lcm_limit_sum *x = a;
  const struct lcm_limit_sum *y = b;
  return x->time != y->time ? (x->time < y->time) - (x->time > y->time)
                            : (int)x->by.limit - (int)y->by.limit;
}

/* Return how many cores move bytes at the same time in "g", at most. */
static double movers_of(const struct gathering *g) {
  return fmax(1, g->point->p);
}

/* Find the levels of memory of the machine of "g", of which "movers" cores move
 * bytes. */
static void find_roofs(struct gathering *g, double movers) {
  const lcm_machine *machine = g->machine;
  lcm_ctx *ctx = g->p->setup.ctx;
  struct lcm_roof *roofs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_roof, machine->n_levels + 1);
  const double crowd = lcm_machine_crowd(machine, movers);
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_level *level = &machine->levels[i];
    const double rate = lcm_level_rate(level);
    const double alone = rate > 0 ? 1 / rate : INFINITY;
    roofs[i] = (struct lcm_roof){level->name, alone,
                                 lcm_level_is_shared(level)
                                     ? fmin(alone, level->socket / crowd)
                                     : alone};
  }
  g->roofs = roofs;
  g->n_roofs = machine->n_levels;
}

/* Return how many operations a second a core of the machine of "g" does. */
static double peak_of(const struct gathering *g) {
  const struct lcm_cost *flop = lcm_machine_cost(g->machine, "flop");
  double each = 0;
  return flop && lcm_expr_is_number(flop->expr, &each) && each > 0 ? 1 / each
                                                                   : 0;
}

const struct lcm_limits *lcm_predictor_limits(const struct lcm_predictor *p,
                                              const lcm_point *point,
                                              struct lcm_run *run,
                                              const size_t *records) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  struct lcm_limits *out = LCM_NEW(arena, struct lcm_limits);
  struct gathering g = {
      .p = p, .machine = run->machine, .point = point, .run = run};
  const double movers = movers_of(&g);
  find_roofs(&g, movers);
  for (size_t i = 0; i < point->n_occurrences; i++)
    add(&g, i, &run->notes.records.at[records[i]]);
  double rest = point->time;
  for (size_t i = 0; i < g.parts.n; i++)
    rest -= g.parts.at[i].time;
  if (rest > 1e-6 * point->time)
    add_sum(&g, (struct lcm_limited_by){LCM_LIMIT_WAITING, NULL}, rest);
  if (g.parts.n)
    qsort(g.parts.at, g.parts.n, sizeof *g.parts.at, order_parts);
  if (g.sums.n)
    qsort(g.sums.at, g.sums.n, sizeof *g.sums.at, order_sums);
  *out = (struct lcm_limits){.time = point->time,
                             .parts = g.parts.at,
                             .n_parts = g.parts.n,
                             .sums = g.sums.at,
                             .n_sums = g.sums.n,
                             .roofs = g.roofs,
                             .n_roofs = g.n_roofs,
                             .peak = peak_of(&g),
                             .movers = movers};
  return out;
}
