/* Detectors of teams, sections and tasks of the wrong number or size. */
#include <math.h>
#include <string.h>

#include "study/advise/candidate.h"
#include "study/advise/find_team.h"
#include "study/advise/site.h"
#include "study/advise/words.h"

/* A team that uses less of its processors than this is looked at. */
static const double ENOUGH = 0.75;

enum { MOST_SHARES = 16, LEAST_CUT = 4, MOST_CUT = 1 << 20 };

/* Return the place of child "i" of "parent" for "verb". */
static const char *place_of(struct lcm_advising *a, const lcm_node *parent,
                            size_t i, lcm_verb verb) {
  return lcm_advise_place(a, lcm_advise_site(a, parent->children[i]), verb);
}

/* ---- statements of one block --------------------------------------------- */

/* Return the first statement of "block" from "i" on that matters. */
static size_t next_large(const struct lcm_advising *a, const lcm_node *block,
                         size_t i) {
  while (i < block->n_children &&
         (!lcm_site_matters(a, lcm_advise_site(a, block->children[i])) ||
          !lcm_advise_is_seen(a, block->children[i])))
    i++;
  return i;
}

/* Return whether "node" or something below it calls the function "key". */
static bool calls(const lcm_node *node, const char *key) {
  if (node->kind == LCM_NODE_CALL && node->u.call.callee == key)
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (calls(node->children[i], key))
      return true;
  return false;
}

/* Return whether "site" is a part of a recursion that is executed so often that
 * teams of its own for each call are no use, and are not to be followed. */
static bool is_of_recursion(const struct lcm_advising *a,
                            const struct lcm_advised_site *site) {
  static const double MOST_TEAMS = 1e4;
  return site->visits > MOST_TEAMS &&
         calls(site->node, a->program->functions[site->function].key);
}

/* Add that statements "first" to "last" of "block" may be sections. */
static void as_sections(struct lcm_advising *a, struct lcm_candidate *c,
                        const lcm_node *block, const size_t ends[2]) {
  lcm_advise_way(
      a, c,
      lcm_arena_printf(lcm_ctx_arena(a->ctx), "sections %s %s",
                       place_of(a, block, ends[0], LCM_VERB_SECTIONS),
                       place_of(a, block, ends[1], LCM_VERB_SECTIONS)));
}

void lcm_advise_sections(struct lcm_advising *a,
                         const struct lcm_advised_site *site) {
  const lcm_node *block = site->node;
  if (block->kind != LCM_NODE_SERIES || site->who != LCM_BY_ONE ||
      a->point->p < 2 || !lcm_site_matters(a, site) ||
      !lcm_site_is_long(a, site) || is_of_recursion(a, site))
    return;
  const size_t first = next_large(a, block, 0);
  size_t last = first;
  for (size_t i = first; i < block->n_children; i = next_large(a, block, i + 1))
    last = i;
  if (first >= last)
    return;
  struct lcm_candidate *c =
      lcm_advise_add(a, LCM_ADVICE_SECTIONS, site,
                     "statements that need nothing of each other are executed "
                     "one after the other");
  c->at = lcm_site_at(lcm_advise_site(a, block->children[first]));
  as_sections(a, c, block, (const size_t[]){first, last});
  for (size_t i = first; i < last;) {
    const size_t next = next_large(a, block, i + 1);
    if (i != first || next != last)
      as_sections(a, c, block, (const size_t[]){i, next});
    i = next;
  }
}

void lcm_advise_regions(struct lcm_advising *a,
                        const struct lcm_advised_site *site) {
  const lcm_node *parent = lcm_site_parent(site);
  if (site->node->kind != LCM_NODE_TEAM || !parent ||
      parent->kind != LCM_NODE_SERIES ||
      site->node->u.team.kind != LCM_TEAM_THREADS)
    return;
  const size_t i = lcm_site_index(site);
  if (i + 1 >= parent->n_children ||
      parent->children[i + 1]->kind != LCM_NODE_TEAM)
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_REGIONS, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "threads are joined behind %s and started again at "
                       "once, %s times",
                       lcm_advise_name(a->ctx, site->node),
                       lcm_advise_number(a->ctx, site->visits)));
  lcm_advise_way(a, c,
                 lcm_arena_printf(lcm_ctx_arena(a->ctx), "fuse %s %s",
                                  place_of(a, parent, i, LCM_VERB_FUSE),
                                  place_of(a, parent, i + 1, LCM_VERB_FUSE)));
}

/* ---- how many threads ---------------------------------------------------- */

void lcm_advise_region_fine(struct lcm_advising *a,
                            const struct lcm_advised_site *site) {
  if (site->node->kind != LCM_NODE_TEAM || !lcm_site_matters(a, site) ||
      site->node->u.team.kind != LCM_TEAM_THREADS || site->most < 2 ||
      !lcm_advise_is_priced(a, site->node))
    return;
  const double use = site->work / (site->time * site->most);
  if (use >= ENOUGH)
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_REGION_FINE, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "%s keeps its %s processors busy for %s of the time: "
                       "what it does, %s of work each time, is too little "
                       "for so many",
                       lcm_advise_name(a->ctx, site->node),
                       lcm_advise_number(a->ctx, site->most),
                       lcm_advise_percent(a->ctx, use),
                       lcm_advise_time(a->ctx, site->work / site->visits)));
  lcm_advise_way(
      a, c,
      lcm_arena_printf(lcm_ctx_arena(a->ctx), "serialize %s",
                       lcm_advise_place(a, site, LCM_VERB_SERIALIZE)));
  for (double n = floor(site->most / 2); n >= 2; n = floor(n / 2))
    lcm_advise_way(a, c,
                   lcm_arena_printf(lcm_ctx_arena(a->ctx), "threads %s %.0f",
                                    lcm_advise_place(a, site, LCM_VERB_THREADS),
                                    n));
}

/* Return "text" with the edits behind it that give all processors to the
 * statements of "node" that can have threads. */
static const char *with_all(struct lcm_advising *a, const char *text,
                            const lcm_node *node) {
  if (node->kind == LCM_NODE_SERIES) {
    for (size_t i = 0; i < node->n_children; i++)
      text = with_all(a, text, node->children[i]);
    return text;
  }
  if (node->kind != LCM_NODE_TEAM && node->kind != LCM_NODE_CALL &&
      !lcm_site_below(node, LCM_NODE_TEAM) &&
      !lcm_site_below(node, LCM_NODE_CALL))
    return text;
  return lcm_arena_printf(
      lcm_ctx_arena(a->ctx), "%s; threads %s p", text,
      lcm_advise_place(a, lcm_advise_site(a, node), LCM_VERB_THREADS));
}

/* Return the edits by which the parts of "site" are executed one after the
 * other, each by all processors. */
static const char *in_turn(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const char *text =
      lcm_arena_printf(lcm_ctx_arena(a->ctx), "serialize %s",
                       lcm_advise_place(a, site, LCM_VERB_SERIALIZE));
  for (size_t i = 0; i < site->node->n_children; i++)
    text = with_all(a, text, site->node->children[i]);
  return text;
}

void lcm_advise_shares(struct lcm_advising *a,
                       const struct lcm_advised_site *site) {
  const double p = floor(site->most);
  if (site->node->kind != LCM_NODE_PARALLEL || site->node->n_children != 2 ||
      p < 3 || !lcm_site_matters(a, site) ||
      !lcm_advise_is_priced(a, site->node) ||
      (!lcm_site_below(site->node, LCM_NODE_TEAM) &&
       !lcm_site_below(site->node, LCM_NODE_CALL)))
    return;
  struct lcm_candidate *c =
      lcm_advise_add(a, LCM_ADVICE_SHARES, site,
                     "what runs at the same time here does not keep its "
                     "processors busy alike");
  const double step = fmax(1, floor(p / MOST_SHARES));
  for (double n = step; n < p; n += step)
    lcm_advise_way(a, c,
                   lcm_arena_printf(lcm_ctx_arena(a->ctx), "teams %s %.0f+%.0f",
                                    lcm_advise_place(a, site, LCM_VERB_TEAMS),
                                    n, p - n));
  lcm_advise_way(a, c, in_turn(a, site));
}

/* ---- tasks --------------------------------------------------------------- */

/* Return whether the call "node" hands on parameter "i" of "function", which it
 * calls, as it is. */
static bool hands_on_one(const struct lcm_advising *a, const lcm_node *node,
                         const lcm_function *function, size_t i) {
  const lcm_expr *given = i < node->u.call.n_args ? node->u.call.args[i] : NULL;
  return given &&
         given == lcm_expr_symbol(a->ctx, function->params[i], LCM_DIM_NONE);
}

/* Return whether "node" is a call of "function", or has one, that hands on both
 * parameters "i" and "k" as they are. */
static bool hands_on(const struct lcm_advising *a, const lcm_node *node,
                     const lcm_function *function, size_t i, size_t k) {
  bool same =
      node->kind == LCM_NODE_CALL && node->u.call.callee == function->key &&
      hands_on_one(a, node, function, i) && hands_on_one(a, node, function, k);
  for (size_t j = 0; j < node->n_children && !same; j++)
    same = hands_on(a, node->children[j], function, i, k);
  return same;
}

/* Add to "c" that tasks are made where "measure" is more than some numbers. */
static void cut_off(struct lcm_advising *a, struct lcm_candidate *c,
                    const char *measure) {
  for (int least = LEAST_CUT; least <= MOST_CUT; least *= 4)
    lcm_advise_way(
        a, c,
        lcm_arena_printf(lcm_ctx_arena(a->ctx), "cutoff %s %s > %d",
                         lcm_advise_place(a, c->site, LCM_VERB_CUTOFF), measure,
                         least));
}

/* Return whether parameter "i" of "function" is a number that the task "node"
 * speaks of. */
static bool is_spoken_of(const lcm_function *function, const lcm_node *node,
                         size_t i) {
  return *function->params[i] && lcm_node_mentions(node, function->params[i]);
}

/* Add to "c" that its task is made only where parameters of "function" say that
 * much is left to do: each that all calls of the function in itself change,
 * else how far two are apart of which they change one. */
static void by_measure(struct lcm_advising *a, struct lcm_candidate *c,
                       const lcm_function *function) {
  const lcm_node *task = c->site->node;
  bool any = false;
  for (size_t i = 0; i < function->n_params; i++) {
    if (!is_spoken_of(function, task, i) ||
        hands_on(a, function->body, function, i, i))
      continue;
    cut_off(a, c, function->params[i]);
    any = true;
  }
  for (size_t i = 0; i < function->n_params && !any; i++)
    for (size_t k = i + 1; k < function->n_params; k++)
      if (is_spoken_of(function, function->body, i) &&
          is_spoken_of(function, function->body, k) &&
          !hands_on(a, function->body, function, i, k))
        cut_off(a, c,
                lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s - %s",
                                 function->params[k], function->params[i]));
}

void lcm_advise_task_fine(struct lcm_advising *a,
                          const struct lcm_advised_site *site) {
  const lcm_function *function = &a->program->functions[site->function];
  if (site->node->kind != LCM_NODE_TASK || site->node->u.task.when)
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_TASK_FINE, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "%s tasks are made, also where little is left to do",
                       lcm_advise_number(a->ctx, site->visits)));
  by_measure(a, c, function);
}

/* Return whether there are other tasks than those of "site". */
static bool has_others(const struct lcm_advising *a,
                       const struct lcm_advised_site *site) {
  bool any = false;
  for (size_t i = 0; i < a->sites.n; i++)
    any = any || (a->sites.at[i].met && a->sites.at[i].node != site->node &&
                  lcm_node_makes_tasks(a->sites.at[i].node));
  return any;
}

/* Add to "c" that what its task does in the loop around is done for the last
 * index first, or for the first one, where its index is no less than 0. */
static void by_index(struct lcm_advising *a, struct lcm_candidate *c,
                     const char *way) {
  const lcm_node *loop = lcm_site_around(c->site, LCM_NODE_LOOP);
  double last = 0;
  if (!loop || loop->u.loop.n_ranges != 1)
    return;
  const lcm_iteration *range = &loop->u.loop.ranges[0];
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  if (!range->index || strchr(range->index, '.') || !range->from ||
      !lcm_expr_is_int(range->from, 0))
    return;
  lcm_advise_way(a, c, lcm_arena_printf(arena, "%s %s", way, range->index));
  if (range->to && lcm_expr_is_number(range->to, &last))
    lcm_advise_way(
        a, c, lcm_arena_printf(arena, "%s %.0f - %s", way, last, range->index));
}

void lcm_advise_task_order(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const lcm_function *function = &a->program->functions[site->function];
  const bool loop = lcm_node_is_taskloop(site->node);
  if (!lcm_node_makes_tasks(site->node) || lcm_node_has_priority(site->node) ||
      (!loop && site->node->u.task.bytes) || a->point->p < 2 ||
      ((loop || site->visits < 2) && !has_others(a, site)) ||
      calls(site->node, function->key))
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_TASK_ORDER, site,
      lcm_arena_printf(
          lcm_ctx_arena(a->ctx),
          "%s taken when it is its turn, though what ends last "
          "waits for it",
          loop ? "tasks of a loop are"
          : site->visits > 1
              ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "each of %s tasks is",
                                 lcm_advise_number(a->ctx, site->visits))
              : "a task is"));
  const char *way =
      lcm_arena_printf(lcm_ctx_arena(a->ctx), "prioritize %s",
                       lcm_advise_place(a, site, LCM_VERB_PRIORITIZE));
  if (has_others(a, site))
    lcm_advise_way(a, c, lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s 1", way));
  by_index(a, c, way);
}
