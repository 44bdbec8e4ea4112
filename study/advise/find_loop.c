/* Detectors of loops that could be divided among threads, or better. */
#include <math.h>

#include "study/advise/candidate.h"
#include "study/advise/find_loop.h"
#include "study/advise/site.h"
#include "study/advise/words.h"

/* ---- loops --------------------------------------------------------------- */

/* Return whether "site" is a loop with a known range that matters, and that is
 * seen through. */
static bool is_loop(const struct lcm_advising *a,
                    const struct lcm_advised_site *site) {
  return site->node->kind == LCM_NODE_LOOP && site->node->u.loop.n_ranges &&
         a->point->p > 1 && lcm_site_matters(a, site) &&
         lcm_advise_is_seen(a, site->node);
}

/* Return "'fill' (1000 iterations of 10 us, 20 % of the time)". */
static const char *describe(struct lcm_advising *a,
                            const struct lcm_advised_site *site) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const double n = lcm_site_iterations(a, site);
  const double grain = lcm_site_grain(a, site);
  const char *each = n > 0 && grain > 0
                         ? lcm_arena_printf(arena, "%s iterations of %s, ",
                                            lcm_advise_number(a->ctx, n),
                                            lcm_advise_time(a->ctx, grain))
                         : "";
  return lcm_arena_printf(arena, "%s (%s%s of the time)",
                          lcm_advise_name(a->ctx, site->node), each,
                          lcm_advise_percent(a->ctx, lcm_site_part(a, site)));
}

static const char *divide(struct lcm_advising *a,
                          const struct lcm_advised_site *site) {
  return lcm_arena_printf(lcm_ctx_arena(a->ctx), "parallelize %s",
                          lcm_advise_place(a, site, LCM_VERB_PARALLELIZE));
}

/* A loop whose iterations may take longer the later they come. */
struct uneven {
  const char *index;
  bool found;
};

/* Note in "user" whether how long "node" takes depends on the index. */
static lcm_status see_uneven(const lcm_node *node, void *user) {
  struct uneven *u = user;
  const lcm_expr *flops = node->kind == LCM_NODE_FRAGMENT ? node->flops : NULL;
  u->found = u->found || (flops && lcm_expr_has(flops, u->index));
  for (size_t i = 0; lcm_node_is_loop(node->kind) && i < node->u.loop.n_ranges;
       i++)
    u->found = u->found ||
               lcm_expr_has(node->u.loop.ranges[i].from, u->index) ||
               lcm_expr_has(node->u.loop.ranges[i].to, u->index);
  return LCM_OK;
}

/* Return whether iterations of the loop "node" take different times, by what
 * stands in the source: a triangle. */
static bool is_uneven(const lcm_node *node) {
  struct uneven u = {.index = node->u.loop.ranges[0].index};
  const lcm_status status =
      node->n_children ? lcm_node_foreach(node->children[0], see_uneven, &u)
                       : LCM_OK;
  return !status && u.found;
}

/* Add the ways to divide the loop of "site" among threads to "c": in blocks,
 * and in turns where blocks would be uneven. */
static void add_divisions(struct lcm_advising *a, struct lcm_candidate *c,
                          const struct lcm_advised_site *site) {
  lcm_advise_way(a, c, divide(a, site));
  if (is_uneven(site->node))
    lcm_advise_way(a, c,
                   lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s static,1",
                                    divide(a, site)));
}

void lcm_advise_serial_loop(struct lcm_advising *a,
                            const struct lcm_advised_site *site) {
  if (!is_loop(a, site) || site->who != LCM_BY_ONE ||
      !lcm_site_is_long(a, site) || lcm_site_below(site->node, LCM_NODE_TEAM))
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_SERIAL_LOOP, site,
      lcm_arena_printf(
          lcm_ctx_arena(a->ctx), "one processor executes %s while %s wait",
          describe(a, site), lcm_advise_number(a->ctx, a->point->p - 1)));
  add_divisions(a, c, site);
}

void lcm_advise_replicated(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const lcm_node *team = lcm_site_around(site, LCM_NODE_TEAM);
  const double threads = team ? lcm_advise_site(a, team)->most : a->point->p;
  if (!is_loop(a, site) || site->who != LCM_BY_ALL || threads < 2 ||
      lcm_site_below(site->node, LCM_NODE_PARLOOP) ||
      lcm_site_below(site->node, LCM_NODE_PARALLEL) ||
      lcm_site_below(site->node, LCM_NODE_BARRIER))
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_REPLICATED, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "each of the %s threads executes all of %s",
                       lcm_advise_number(a->ctx, threads), describe(a, site)));
  lcm_advise_way(a, c, divide(a, site));
}

/* Calls that are looked into for tasks, one in the other. */
enum { DEEP = 8 };

/* Return whether "node" makes tasks, in functions that it calls, too. */
static bool makes_tasks(const lcm_program *program, const lcm_node *node,
                        unsigned deep) {
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL && deep
          ? lcm_program_function(program, node->u.call.callee)
          : NULL;
  if (node->kind == LCM_NODE_TASK ||
      (callee && callee->body && makes_tasks(program, callee->body, deep - 1)))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (makes_tasks(program, node->children[i], deep))
      return true;
  return false;
}

void lcm_advise_master(struct lcm_advising *a,
                       const struct lcm_advised_site *site) {
  if (!is_loop(a, site) || site->who != LCM_BY_SINGLE)
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_MASTER, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "one thread of the team executes %s, the others %s",
                       describe(a, site),
                       makes_tasks(a->program, site->node, DEEP)
                           ? "nothing but the tasks that it makes"
                           : "have nothing to do"));
  add_divisions(a, c, site);
}

/* ---- regions inside of loops --------------------------------------------- */

/* Return the edits that make the outermost teams below "node" serial, each with
 * a semicolon behind it. */
static const char *make_serial(struct lcm_advising *a,
                               const struct lcm_advised_site *site,
                               const lcm_node *node) {
  const char *text = "";
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_advised_site *child =
        lcm_advise_site(a, node->children[i]);
    const bool team = child->node->kind == LCM_NODE_TEAM;
    const char *more =
        team ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "serialize %s; ",
                                lcm_advise_place(a, child, LCM_VERB_SERIALIZE))
             : make_serial(a, site, child->node);
    text = lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s%s", text, more);
  }
  return text;
}

void lcm_advise_wrong_loop(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const lcm_node *team = lcm_site_below(site->node, LCM_NODE_TEAM);
  if (!is_loop(a, site) || site->who != LCM_BY_ONE || !team ||
      team->u.team.kind != LCM_TEAM_THREADS)
    return;
  const struct lcm_advised_site *inner = lcm_advise_site(a, team);
  const double each = inner->visits > 0 ? inner->time / inner->visits : 0;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_WRONG_LOOP, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "threads are started %s times in %s, for %s each",
                       lcm_advise_number(a->ctx, inner->visits),
                       lcm_advise_name(a->ctx, site->node),
                       lcm_advise_time(a->ctx, each)));
  c->at = team->loc;
  lcm_advise_way(a, c,
                 lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s%s",
                                  make_serial(a, site, site->node),
                                  divide(a, site)));
}

/* ---- loops in parallel loops --------------------------------------------- */

/* Return how much longer the threads that have most iterations of "n" work than
 * with equal shares for "p" threads. */
static double unevenness(double n, double p) { return ceil(n / p) * p / n; }

void lcm_advise_short_loop(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const lcm_node *inner =
      site->node->kind == LCM_NODE_PARLOOP ? lcm_edit_nested(site->node) : NULL;
  const double n = inner ? lcm_site_iterations(a, site) : 0;
  const double p = fmax(site->most, a->point->p);
  if (!inner || n <= 0 || a->point->p < 2 || !lcm_site_matters(a, site) ||
      !lcm_advise_is_seen(a, site->node) || unevenness(n, p) < 1.05)
    return;
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_SHORT_LOOP, site,
      lcm_arena_printf(arena, "%s has %s iterations for %s threads",
                       lcm_advise_name(a->ctx, site->node),
                       lcm_advise_number(a->ctx, n),
                       lcm_advise_number(a->ctx, p)));
  lcm_advise_way(
      a, c,
      lcm_arena_printf(arena, "collapse %s",
                       lcm_advise_place(a, site, LCM_VERB_COLLAPSE)));
  lcm_advise_way(a, c,
                 lcm_arena_printf(arena, "serialize %s; %s",
                                  lcm_advise_place(a, site, LCM_VERB_SERIALIZE),
                                  divide(a, lcm_advise_site(a, inner))));
}
