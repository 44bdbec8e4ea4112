/* How often each node of a model is executed, what it takes and whether it
 * is critical. */
#include <math.h>
#include <string.h>

#include "composer/bound/event.h"
#include "composer/bound/nodes.h"
#include "composer/bound/scope.h"
#include "composer/bound/value.h"

enum { MAX_RECORDS = 20000, DEEPEST = 1000 };

/* A node as it occurs below a path of calls. */
struct record {
  const lcm_node *node;
  const lcm_function *function;
  const char *path;
  unsigned depth;
  /* parent, first, next: numbers of other records; LCM_BOUND_NONE: none */
  size_t parent;
  size_t first;
  size_t last;
  size_t next;
  double visits;
  bool critical;
};

typedef LCM_LIST(double) number_list;

/* How often a part is executed. */
struct share {
  double times;  /* one after the other, where time adds up */
  double visits; /* in all */
  bool critical; /* it determines the end of the whole */
};

/* A walk through the structure, in the order of execution. */
struct walk {
  struct lcm_bound_run *run;
  const lcm_function *function;
  const char *path;
  size_t parent;
  LCM_LIST(struct record) records;
  /* the time of each record so far, in the branch being walked */
  number_list spent;
  /* of the statements where signals and waits join processes */
  struct lcm_bound_times times;
  size_t at;       /* the next of them */
  size_t now;      /* the one that ended last */
  size_t critical; /* how many so far determine the end */
};

static void walk(struct walk *w, const lcm_node *node, struct share share);

/* ---- records ------------------------------------------------------------ */

/* Return the number of the record of "node" below the open one; LCM_BOUND_NONE
 * where there are too many. */
static size_t record_of(struct walk *w, const lcm_node *node) {
  const size_t up = w->parent;
  size_t at = up == LCM_BOUND_NONE ? up : w->records.at[up].first;
  while (at != LCM_BOUND_NONE && w->records.at[at].node != node)
    at = w->records.at[at].next;
  if (at != LCM_BOUND_NONE || w->records.n >= MAX_RECORDS)
    return at;
  const struct record record = {
      .node = node,
      .function = w->function,
      .path = w->path,
      .depth = up == LCM_BOUND_NONE ? 0 : w->records.at[up].depth + 1,
      .parent = up,
      .first = LCM_BOUND_NONE,
      .last = LCM_BOUND_NONE,
      .next = LCM_BOUND_NONE};
  at = w->records.n;
  LCM_LIST_ADD(w->run->pool.arena, &w->records, record);
  if (up == LCM_BOUND_NONE)
    return at;
  struct record *above = &w->records.at[up];
  if (above->first == LCM_BOUND_NONE)
    above->first = at;
  else
    w->records.at[above->last].next = at;
  above->last = at;
  return at;
}

/* Add "time" to number "at" of "list". */
static void spend(struct walk *w, number_list *list, size_t at, double time) {
  while (list->n <= at)
    LCM_LIST_ADD(w->run->pool.arena, list, 0);
  list->at[at] += time;
}

/* Branches of which each record keeps the longest time. */
struct branches {
  number_list outside; /* what was spent before */
  number_list longest; /* in any branch */
};

/* Begin branches. */
static struct branches begin_branches(struct walk *w) {
  const struct branches branches = {.outside = w->spent};
  w->spent = (number_list){0};
  return branches;
}

/* End the present branch of "branches". */
static void end_branch(struct walk *w, struct branches *branches) {
  for (size_t i = 0; i < w->spent.n; i++) {
    spend(w, &branches->longest, i, 0);
    branches->longest.at[i] = fmax(branches->longest.at[i], w->spent.at[i]);
    w->spent.at[i] = 0;
  }
}

/* End "branches". */
static void end_branches(struct walk *w, struct branches *branches) {
  w->spent = branches->outside;
  for (size_t i = 0; i < branches->longest.n; i++)
    spend(w, &w->spent, i, branches->longest.at[i]);
}

/* ---- what has neither signals nor waits --------------------------------- */

/* Return the critical path of "node", whose locals are forgotten. */
static double path_of(struct walk *w, const lcm_node *node) {
  const size_t bound = w->run->stack.n;
  const double phi = lcm_bound_evaluate(w->run, node)->phi;
  lcm_bound_unbind(w->run, bound);
  return phi;
}

/* Return whether "node" holds signals or waits that have times. */
static bool is_joined(const struct walk *w, const lcm_node *node) {
  return w->times.n && lcm_bound_traits_of(w->run->table, node)->sync;
}

/* A parallel loop being walked. */
struct race {
  struct walk *w;
  struct share share;
  struct branches branches;
  double longest; /* the longest critical path of an iteration, number "best" */
  size_t best;
  size_t next; /* number of the next one */
};

/* Find out whether an iteration is the longest one. */
static void measure(struct lcm_bound_run *run, const lcm_node *node,
                    double copies, void *user) {
  struct race *race = user;
  const double phi =
      node->n_children && copies > 0 ? path_of(race->w, node->children[0]) : 0;
  (void)run;
  if (phi > race->longest) {
    race->longest = phi;
    race->best = race->next;
  }
  race->next++;
}

/* Walk through an iteration of a parallel loop. */
static void walk_branch(struct lcm_bound_run *run, const lcm_node *node,
                        double copies, void *user) {
  struct race *race = user;
  const struct share share = {.times = race->share.times,
                              .visits = race->share.visits * copies,
                              .critical = race->share.critical &&
                                          race->next == race->best};
  const size_t bound = run->stack.n;
  race->next++;
  if (!node->n_children || !(copies > 0))
    return;
  walk(race->w, node->children[0], share);
  lcm_bound_unbind(run, bound);
  end_branch(race->w, &race->branches);
}

/* Walk through the parallel loop "node". */
static void walk_parloop(struct walk *w, const lcm_node *node,
                         struct share share) {
  struct race race = {.w = w, .share = share, .longest = -1};
  lcm_bound_iterate(w->run, node, measure, &race);
  race.next = 0;
  race.branches = begin_branches(w);
  lcm_bound_iterate(w->run, node, walk_branch, &race);
  end_branches(w, &race.branches);
}

/* Walk through the branches of the PARALLEL "node". */
static void walk_parallel(struct walk *w, const lcm_node *node,
                          struct share share) {
  const size_t bound = w->run->stack.n;
  double longest = -1;
  size_t best = 0;
  for (size_t i = 0; i < node->n_children; i++) {
    const double phi = path_of(w, node->children[i]);
    if (phi > longest) {
      longest = phi;
      best = i;
    }
  }
  for (size_t i = 0; i < node->n_children; i++) {
    struct share own = share;
    own.critical = share.critical && i == best;
    walk(w, node->children[i], own);
    lcm_bound_unbind(w->run, bound);
  }
}

/* ---- what has them ------------------------------------------------------ */

/* Take the next statement: how long after the one before it ends. */
static void take_statement(struct walk *w) {
  if (w->at >= w->times.n)
    return;
  w->critical += w->times.critical[w->at];
  w->now = w->at++;
}

/* Walk through an iteration of a parallel loop with signals or waits. */
static void walk_joined(struct lcm_bound_run *run, const lcm_node *node,
                        double copies, void *user) {
  struct race *race = user;
  struct walk *w = race->w;
  const size_t start = w->now;
  const size_t bound = run->stack.n;
  for (size_t k = 0; k < node->n_children && copies > 0; k++)
    walk(w, node->children[k], race->share);
  lcm_bound_unbind(run, bound);
  end_branch(w, &race->branches);
  w->now = start;
}

/* Walk through the parallel "node" with signals or waits. */
static void walk_joins(struct walk *w, const lcm_node *node,
                       struct share share) {
  struct race race = {.w = w, .share = share};
  const size_t bound = w->run->stack.n;
  take_statement(w);
  const size_t start = w->now;
  race.branches = begin_branches(w);
  if (node->kind == LCM_NODE_PARLOOP)
    lcm_bound_iterate(w->run, node, walk_joined, &race);
  for (size_t i = 0; node->kind == LCM_NODE_PARALLEL && i < node->n_children;
       i++) {
    w->now = start;
    walk(w, node->children[i], share);
    lcm_bound_unbind(w->run, bound);
    end_branch(w, &race.branches);
  }
  end_branches(w, &race.branches);
  take_statement(w);
}

/* ---- all ---------------------------------------------------------------- */

/* A sequential loop being walked. */
struct turns {
  struct walk *w;
  struct share share;
};

/* Walk through an iteration of a sequential loop, or as many as it stands
 * for. */
static void walk_turn(struct lcm_bound_run *run, const lcm_node *node,
                      double copies, void *user) {
  struct turns *turns = user;
  struct share share = turns->share;
  const bool each = is_joined(turns->w, node);
  const double n = each ? copies : fmin(copies, 1);
  if (!each) {
    share.times *= copies;
    share.visits *= copies;
  }
  for (double i = 0; i < n && !lcm_bound_ended(run); i++)
    for (size_t k = 0; k < node->n_children; k++)
      walk(turns->w, node->children[k], share);
}

/* Walk through what the BRANCH "node" takes. */
static void walk_chances(struct walk *w, const lcm_node *node,
                         struct share share) {
  double *chances = LCM_NEW_ARRAY(w->run->pool.arena, double, node->n_children);
  const bool random = lcm_bound_chances(w->run, node, chances);
  const size_t bound = w->run->stack.n;
  for (size_t i = 0; i < node->n_children && !lcm_bound_ended(w->run); i++) {
    struct share own = share;
    own.times *= chances[i];
    own.visits *= chances[i];
    if (!(chances[i] > 0))
      continue;
    walk(w, node->children[i], own);
    if (random)
      lcm_bound_unbind(w->run, bound);
  }
}

/* Walk through the callee of the CALL "node". */
static void walk_call(struct walk *w, const lcm_node *node,
                      struct share share) {
  const lcm_function *caller = w->function;
  const char *path = w->path;
  size_t saved[2];
  const lcm_node *body = lcm_bound_enter(w->run, node, saved);
  if (!body)
    return;
  w->path = lcm_arena_printf(w->run->pool.arena, "%s%s/%u>", path, caller->key,
                             node->id);
  w->function = lcm_program_function(w->run->program, node->u.call.callee);
  walk(w, body, share);
  w->function = caller;
  w->path = path;
  lcm_bound_leave(w->run, saved);
}

/* Walk through the parts of "node". */
static void walk_parts(struct walk *w, const lcm_node *node,
                       struct share share) {
  struct turns turns = {w, share};
  const bool parallel =
      node->kind == LCM_NODE_PARLOOP || node->kind == LCM_NODE_PARALLEL;
  if (parallel && is_joined(w, node))
    walk_joins(w, node, share);
  else if (node->kind == LCM_NODE_PARLOOP)
    walk_parloop(w, node, share);
  else if (node->kind == LCM_NODE_PARALLEL)
    walk_parallel(w, node, share);
  else if (node->kind == LCM_NODE_LOOP) {
    lcm_bound_iterate(w->run, node, walk_turn, &turns);
    lcm_bound_lose(w->run, lcm_bound_traits_of(w->run->table, node));
  } else if (node->kind == LCM_NODE_BRANCH)
    walk_chances(w, node, share);
  else if (node->kind == LCM_NODE_CALL)
    walk_call(w, node, share);
  else
    for (size_t i = 0; i < node->n_children; i++)
      walk(w, node->children[i], share);
}

/* Return whether a model says how long "node" takes. */
static bool is_timed(const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(node->models[i].category, "time"))
      return true;
  return false;
}

/* Walk through "node", which is executed as "share" says. */
static void walk(struct walk *w, const lcm_node *node, struct share share) {
  const bool joined = is_joined(w, node);
  const size_t before = w->now;
  const size_t critical = w->critical;
  const size_t up = w->parent;
  if (node->ignored || lcm_bound_ended(w->run))
    return;
  if (node->kind == LCM_NODE_LET) {
    lcm_bound_let(w->run, node);
    return;
  }
  const size_t at = record_of(w, node);
  if (at == LCM_BOUND_NONE || w->records.at[at].depth > DEEPEST) {
    lcm_bound_give_up(w->run, node, "there are too many nodes");
    return;
  }
  const double phi = joined ? 0 : path_of(w, node);
  w->parent = at;
  if (w->times.n && !joined && phi > 0) {
    share.critical = share.critical && w->times.critical[w->at];
    take_statement(w);
  }
  if (node->kind == LCM_NODE_SIGNAL || node->kind == LCM_NODE_WAIT) {
    if (w->times.n)
      take_statement(w);
  } else if (!is_timed(node)) {
    const struct lcm_bound_times times = w->times;
    if (!joined)
      w->times.n = 0;
    walk_parts(w, node, share);
    w->times = times;
  }
  w->parent = up;
  struct record *record = &w->records.at[at];
  record->visits += share.visits;
  record->critical =
      record->critical || (joined ? w->critical > critical : share.critical);
  spend(w, &w->spent, at,
        joined ? w->times.ends[w->now] - w->times.ends[before]
               : phi * share.times);
}

/* Return the record "r" of a run of "time" as an occurrence that took
 * "spent". */
static lcm_occurrence occurrence_of(const struct walk *w,
                                    const struct record *r, double spent,
                                    double time) {
  static const double NO_CATS[64] = {0};
  return (lcm_occurrence){
      .id = lcm_arena_printf(w->run->pool.arena, "%s%s/%u", r->path,
                             r->function->key, r->node->id),
      .node = r->node,
      .function = r->function,
      .depth = r->depth,
      .visits = r->visits,
      .time = spent,
      .cats = NO_CATS,
      .processors = 1,
      .share = time > 0 ? spent / time : 0,
      .critical = r->critical,
      .provenance = is_timed(r->node) || r->node->kind == LCM_NODE_USE
                        ? "annotated"
                        : "composed"};
}

void lcm_bound_walk(const lcm_occurrence **out, size_t *n,
                    struct lcm_bound_run *run, const lcm_function *entry) {
  struct walk w = {
      .run = run, .function = entry, .path = "", .parent = LCM_BOUND_NONE};
  const struct share whole = {1, 1, true};
  *out = NULL;
  *n = 0;
  if (lcm_bound_traits_of(run->table, entry->body)->sync) {
    lcm_bound_event_times(&w.times, run, entry->body);
    take_statement(&w);
  }
  if (!lcm_bound_ended(run))
    walk(&w, entry->body, whole);
  if (lcm_bound_ended(run) || !w.records.n)
    return;
  lcm_occurrence *all =
      LCM_NEW_ARRAY(run->pool.arena, lcm_occurrence, w.records.n);
  for (size_t i = 0; i != LCM_BOUND_NONE;) {
    const struct record *r = &w.records.at[i];
    all[(*n)++] = occurrence_of(&w, r, w.spent.at[i], w.spent.at[0]);
    size_t next = r->first;
    while (next == LCM_BOUND_NONE && i != LCM_BOUND_NONE) {
      next = w.records.at[i].next;
      i = w.records.at[i].parent;
    }
    i = next;
  }
  *out = all;
}
