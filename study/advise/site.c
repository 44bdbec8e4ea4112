/* Nodes with what was predicted of them, and questions about them. */
#include <math.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "study/advise/site.h"

/* ---- nodes --------------------------------------------------------------- */

/* A walk over the nodes of a function. */
struct gathering {
  struct lcm_advising *a;
  size_t function;
  LCM_LIST(const lcm_node *) above;
};

/* Add "node" and what is below it to the sites. */
static void gather(struct gathering *g, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(g->a->ctx);
  const lcm_node **above =
      LCM_NEW_ARRAY(arena, const lcm_node *, g->above.n + 1);
  if (g->above.n)
    memcpy(above, g->above.at, g->above.n * sizeof *above);
  const struct lcm_advised_site site = {.function = g->function,
                                        .node = node,
                                        .above = above,
                                        .n_above = g->above.n};
  lcm_map_put(arena, &g->a->numbers, node, g->a->sites.n);
  LCM_LIST_ADD(arena, &g->a->sites, site);
  LCM_LIST_ADD(arena, &g->above, node);
  for (size_t i = 0; i < node->n_children; i++)
    gather(g, node->children[i]);
  g->above.n--;
}

const struct lcm_advised_site *lcm_advise_site(const struct lcm_advising *a,
                                               const lcm_node *node) {
  size_t i = 0;
  return lcm_map_get(&a->numbers, node, &i) ? &a->sites.at[i] : NULL;
}

/* ---- occurrences --------------------------------------------------------- */

/* Return who executes the parts of "node", which "who" executes. */
static enum lcm_site_who inside(const lcm_node *node, enum lcm_site_who who) {
  switch (node->kind) {
  case LCM_NODE_TEAM:
    return node->u.team.kind == LCM_TEAM_RANKS ? LCM_BY_RANKS : LCM_BY_ALL;
  case LCM_NODE_PARALLEL:
    return node->u.parallel.worksharing && node->n_children == 1 ? LCM_BY_SINGLE
                                                                 : LCM_BY_SHARE;
  case LCM_NODE_PARLOOP:
  case LCM_NODE_TASK:
    return LCM_BY_SHARE;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return who;
  }
  return who;
}

/* Return how much of their time the parts of plain code count that begin with
 * occurrence "i": together what the code in one piece takes.  1 where it has no
 * time of its own. */
static double scale_of(const struct lcm_advising *a, const lcm_map *pieces,
                       size_t i) {
  const lcm_occurrence *first = &a->seen->occurrences[i];
  size_t at = 0;
  double parts = 0;
  if (!lcm_map_get(pieces, lcm_intern(a->ctx, first->id), &at))
    return 1;
  const lcm_occurrence *piece = &a->point->occurrences[at];
  for (size_t k = i; k < a->seen->n_occurrences; k++) {
    const lcm_occurrence *o = &a->seen->occurrences[k];
    if (k > i && o->depth < first->depth)
      break;
    if (o->depth == first->depth && o->node->part_of == first->node->whole)
      parts += o->time;
  }
  return piece->node->part_of || !(parts > 0) ? 1 : piece->time / parts;
}

/* Return how much of the time of occurrence "i" of the parts of "a" counts,
 * which is no such part but may have some in it: what the node takes where they
 * are in one piece. */
static double scale_around(const struct lcm_advising *a, const lcm_map *pieces,
                           size_t i) {
  const lcm_occurrence *o = &a->seen->occurrences[i];
  size_t at = 0;
  if (!lcm_map_get(pieces, lcm_intern(a->ctx, o->id), &at))
    return 1;
  const lcm_occurrence *piece = &a->point->occurrences[at];
  return !piece->node->part_of && piece->node->kind == o->node->kind &&
                 piece->node->loc.file == o->node->loc.file &&
                 piece->node->loc.begin == o->node->loc.begin &&
                 piece->time > 0 && o->time > 0
             ? piece->time / o->time
             : 1;
}

/* Return, for each occurrence of the parts of "a", how much of its time and
 * work counts: plain code costs what it does in one piece, however it is taken
 * apart. */
static const double *find_scales(const struct lcm_advising *a) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const size_t n = a->seen->n_occurrences;
  double *scales = LCM_NEW_ARRAY(arena, double, n + 1);
  const lcm_node *whole = NULL;
  unsigned depth = 0;
  lcm_map pieces = {0};
  for (size_t i = 0; i < a->point->n_occurrences; i++)
    lcm_map_put(arena, &pieces, lcm_intern(a->ctx, a->point->occurrences[i].id),
                i);
  for (size_t i = 0; i < n; i++) {
    const lcm_occurrence *o = &a->seen->occurrences[i];
    const bool below = whole && o->depth > depth;
    const bool next = whole && o->depth == depth && o->node->part_of == whole;
    scales[i] = below || (next && !o->node->whole) ? scales[i - 1] : 1;
    if (below || (next && !o->node->whole))
      continue;
    whole = o->node->whole;
    depth = o->depth;
    scales[i] = whole ? scale_of(a, &pieces, i) : scale_around(a, &pieces, i);
  }
  return scales;
}

/* Add "o", which "who" executes and "scale" of which counts, to "site". */
static void add_occurrence(struct lcm_advised_site *site,
                           const lcm_occurrence *o, enum lcm_site_who who,
                           double scale) {
  const double time = scale * o->time;
  site->met = true;
  site->time += time;
  site->visits += o->visits;
  site->work += scale * (o->cats[LCM_CAT_PC] + o->cats[LCM_CAT_UNSPLIT]);
  site->waits += o->cats[LCM_CAT_SL];
  if (site->longest > time)
    return;
  site->longest = time;
  site->most = o->processors;
  site->who = who;
}

/* Return whether the cost of the node of "unknown" is not known at all. */
static bool is_unpriced(const struct lcm_unknown *unknown) {
  return !lcm_unknown_is_loop(unknown) && !lcm_unknown_is_recursion(unknown) &&
         !lcm_unknown_is_turn(unknown) && !lcm_unknown_is_guess(unknown);
}

/* Note which nodes call what nobody has seen, and which have no cost. */
static void find_blind(struct lcm_advising *a) {
  for (size_t i = 0; i < a->looked->n_unknown; i++) {
    const lcm_node *node = a->looked->unknown[i].node;
    const bool calls =
        node && (node->kind == LCM_NODE_CALL || node->kind == LCM_NODE_OPAQUE ||
                 (node->kind == LCM_NODE_FRAGMENT && node->marks.calls));
    if (calls)
      lcm_map_put(lcm_ctx_arena(a->ctx), &a->blind, node, 1);
    if (calls || (node && is_unpriced(&a->looked->unknown[i])))
      lcm_map_put(lcm_ctx_arena(a->ctx), &a->unpriced, node, 1);
  }
}

/* Note in "shared" which of the "n" occurrences that the one behind them is in,
 * outermost first at "above", is a call of what it calls as well, by tasks: all
 * calls of such a recursion have their time at the first one. */
static void note_recursion(const struct lcm_advising *a, bool *shared,
                           const size_t *above, size_t n) {
  const lcm_occurrence *all = a->seen->occurrences;
  const lcm_node *call = all[above[n]].node;
  bool by_task = false;
  for (size_t k = n; k > 0; k--) {
    const lcm_node *around = all[above[k - 1]].node;
    by_task = by_task || around->kind == LCM_NODE_TASK;
    if (by_task && around->kind == LCM_NODE_CALL && call->u.call.callee &&
        around->u.call.callee &&
        !strcmp(around->u.call.callee, call->u.call.callee))
      shared[above[k - 1]] = true;
  }
}

/* Return, for each occurrence of the parts of "a", whether it is the first call
 * of a recursion by tasks. */
static const bool *find_recursions(const struct lcm_advising *a) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const size_t n = a->seen->n_occurrences;
  bool *shared = LCM_NEW_ARRAY(arena, bool, n + 1);
  LCM_LIST(size_t) above = {0};
  for (size_t i = 0; i < n; i++) {
    const lcm_occurrence *o = &a->seen->occurrences[i];
    above.n = o->depth < above.n ? o->depth : above.n;
    LCM_LIST_ADD(arena, &above, i);
    if (o->node->kind == LCM_NODE_CALL)
      note_recursion(a, shared, above.at, above.n - 1);
  }
  return shared;
}

/* Spread what was predicted over the sites. */
static void spread(struct lcm_advising *a) {
  const enum lcm_site_who root =
      lcm_point_meets(a->seen, LCM_NODE_MESSAGE) ? LCM_BY_RANKS : LCM_BY_ONE;
  const bool *shared = find_recursions(a);
  LCM_LIST(enum lcm_site_who) within = {0};
  const double *scales = find_scales(a);
  for (size_t i = 0; i < a->seen->n_occurrences; i++) {
    const lcm_occurrence *o = &a->seen->occurrences[i];
    size_t number = 0;
    within.n = o->depth < within.n ? o->depth : within.n;
    const enum lcm_site_who who = within.n ? within.at[within.n - 1] : root;
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &within,
                 shared[i] ? LCM_BY_SHARE : inside(o->node, who));
    if (lcm_map_get(&a->numbers, o->node, &number))
      add_occurrence(&a->sites.at[number], o, who, scales[i]);
  }
}

/* Gather the sites of the program of "a". */
static void gather_all(struct lcm_advising *a) {
  for (size_t i = 0; i < a->program->n_functions; i++) {
    struct gathering g = {.a = a, .function = i};
    if (a->program->functions[i].body)
      gather(&g, a->program->functions[i].body);
  }
}

lcm_status lcm_advise_look(struct lcm_advising *a) {
  struct lcm_predict_options options = a->plain;
  options.nodes = true;
  gather_all(a);
  lcm_status status =
      lcm_predict(&a->prediction, a->ctx, a->program, a->grid, &options);
  a->looked = a->prediction;
  if (!status && lcm_program_whole(a->ctx, a->program) != a->program) {
    const bool muted = lcm_ctx_mute(a->ctx, true);
    options.parts = options.interpret = true;
    status = lcm_predict(&a->looked, a->ctx, a->program, a->grid, &options);
    (void)lcm_ctx_mute(a->ctx, muted);
  }
  if (status)
    return status;
  a->point = &a->prediction->points[0];
  a->seen = &a->looked->points[0];
  spread(a);
  for (size_t i = 0; i < a->sites.n; i++)
    if (a->sites.at[i].node->kind == LCM_NODE_USING)
      a->waited += a->sites.at[i].waits;
  find_blind(a);
  return LCM_OK;
}

/* ---- questions ----------------------------------------------------------- */

const lcm_node *lcm_site_parent(const struct lcm_advised_site *site) {
  return site->n_above ? site->above[site->n_above - 1] : NULL;
}

size_t lcm_site_index(const struct lcm_advised_site *site) {
  const lcm_node *parent = lcm_site_parent(site);
  size_t i = 0;
  while (parent->children[i] != site->node)
    i++;
  return i;
}

const lcm_node *lcm_site_around(const struct lcm_advised_site *site,
                                lcm_node_kind kind) {
  for (size_t i = site->n_above; i-- > 0;)
    if (site->above[i]->kind == kind)
      return site->above[i];
  return NULL;
}

const lcm_node *lcm_site_below(const lcm_node *node, lcm_node_kind kind) {
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = node->children[i];
    const lcm_node *found =
        child->kind == kind ? child : lcm_site_below(child, kind);
    if (found)
      return found;
  }
  return NULL;
}

/* Return the value of "e" with what the grid and the params say; NaN where that
 * is not enough. */
static double value_of(const struct lcm_advising *a, const lcm_expr *e) {
  const lcm_grid *grid = a->grid;
  const lcm_program *program = a->program;
  LCM_LIST(lcm_binding) env = {0};
  double value = NAN;
  for (size_t j = 0; j < grid->n_names; j++)
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &env,
                 (lcm_binding){grid->names[j], grid->columns[j][0]});
  for (size_t i = 0; i < program->n_params; i++) {
    double known = 0;
    if (program->params[i].value &&
        !lcm_expr_eval(&known, program->params[i].value, env.at, env.n))
      LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &env,
                   (lcm_binding){program->params[i].name, known});
  }
  return lcm_expr_eval(&value, e, env.at, env.n) ? NAN : value;
}

/* Return how many iterations the ranges of "loop" have, 0 where that is not
 * known without running it. */
static double range_of(const struct lcm_advising *a, const lcm_node *loop) {
  double all = loop->u.loop.n_ranges ? 1 : 0;
  for (size_t i = 0; i < loop->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &loop->u.loop.ranges[i];
    const double step = range->step ? value_of(a, range->step) : 1;
    const double n =
        floor((value_of(a, range->to) - value_of(a, range->from)) / step + 1);
    all *= !range->factor && n > 0 ? n : 0;
  }
  return all;
}

double lcm_site_iterations(const struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const lcm_node *node = site->node;
  const struct lcm_advised_site *body =
      node->n_children ? lcm_advise_site(a, node->children[0]) : NULL;
  return body && body->visits > 0 && site->visits > 0
             ? body->visits / site->visits
             : range_of(a, node);
}

double lcm_site_grain(const struct lcm_advising *a,
                      const struct lcm_advised_site *site) {
  const double all = lcm_site_iterations(a, site) * site->visits;
  return all > 0 ? site->work / all : 0;
}

lcm_loc lcm_site_at(const struct lcm_advised_site *site) {
  lcm_loc at = site->node->loc;
  if (site->node->kind != LCM_NODE_PARLOOP &&
      site->node->kind != LCM_NODE_PARALLEL)
    return at;
  for (size_t i = site->n_above; i-- > 0;) {
    const lcm_node *above = site->above[i];
    const bool construct =
        above->kind == LCM_NODE_SERIES && above->marks.construct;
    if (!construct && (above->kind != LCM_NODE_TEAM || i + 1 < site->n_above))
      break;
    at = above->loc;
  }
  return at;
}

double lcm_site_part(const struct lcm_advising *a,
                     const struct lcm_advised_site *site) {
  return a->point->time > 0 ? site->time / a->point->time : 0;
}

bool lcm_site_matters(const struct lcm_advising *a,
                      const struct lcm_advised_site *site) {
  return site->met && lcm_site_part(a, site) >= a->options->threshold;
}

/* Return whether none of "bad" is at "node", below it or in what it calls;
 * functions in "met" were looked into, or are being. */
static bool is_free_of(const struct lcm_advising *a, const lcm_node *node,
                       const lcm_map *bad, lcm_map *met) {
  size_t number = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(a->program, node->u.call.callee)
          : NULL;
  if (lcm_map_get(bad, node, &number))
    return false;
  if (callee && callee->body && !lcm_map_get(met, callee, &number)) {
    lcm_map_put(lcm_ctx_arena(a->ctx), met, callee, 1);
    if (!is_free_of(a, callee->body, bad, met))
      return false;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (!is_free_of(a, node->children[i], bad, met))
      return false;
  return true;
}

bool lcm_advise_is_seen(const struct lcm_advising *a, const lcm_node *node) {
  lcm_map met = {0};
  return is_free_of(a, node, &a->blind, &met);
}

bool lcm_advise_is_priced(const struct lcm_advising *a, const lcm_node *node) {
  lcm_map met = {0};
  return is_free_of(a, node, &a->unpriced, &met);
}

bool lcm_site_is_long(const struct lcm_advising *a,
                      const struct lcm_advised_site *site) {
  static const double LEAST = 1e-6;
  const lcm_machine *machine = a->plain.machine;
  const struct lcm_cost *fork =
      machine ? lcm_machine_cost(machine, "fork") : NULL;
  return (fork && !lcm_expr_is_int(fork->expr, 0)) ||
         (site->visits > 0 && site->time / site->visits >= LEAST);
}
