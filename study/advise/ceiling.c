/* What each fragment can gain at most. */
#include <math.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "model/link/link.h"
#include "study/advise/ceiling.h"
#include "study/advise/site.h"
#include "study/advise/words.h"

/* ---- zeroing ------------------------------------------------------------- */

/* Forget that "copy" is part of a fragment that has a cost as a whole, which
 * would come back in its place. */
static void stand_alone(lcm_node *copy) {
  copy->whole = copy->part_of = NULL;
  copy->n_whole = 0;
}

/* Return "node" as one that costs nothing, with all below it. */
static const lcm_node *without_cost(struct lcm_advising *a,
                                    const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  lcm_node *copy = lcm_node_new(a->ctx, node->kind, node->loc);
  lcm_model *nothing = LCM_NEW(arena, lcm_model);
  *copy = *node;
  *nothing = (lcm_model){.category = lcm_intern(a->ctx, "time"),
                         .expr = lcm_expr_int(a->ctx, 0),
                         .per = LCM_PER_EXECUTION,
                         .provenance = LCM_PROV_ANNOTATED,
                         .loc = node->loc};
  copy->models = nothing;
  copy->n_models = 1;
  copy->flops = copy->cycles = copy->rest = copy->bytes = NULL;
  copy->n_again = copy->n_slow = 0;
  stand_alone(copy);
  return copy;
}

/* Return "root" with "now" in the place of "old", which is at or below it. */
static const lcm_node *replace(struct lcm_advising *a, const lcm_node *root,
                               const struct lcm_advised_site *site,
                               const lcm_node *now) {
  if (root == site->node)
    return now;
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  lcm_node *copy = lcm_node_new(a->ctx, root->kind, root->loc);
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, root->n_children + 1);
  const size_t depth = lcm_advise_site(a, root)->n_above;
  const lcm_node *on =
      depth + 1 < site->n_above ? site->above[depth + 1] : site->node;
  *copy = *root;
  stand_alone(copy);
  for (size_t i = 0; i < root->n_children; i++)
    children[i] =
        root->children[i] == on ? replace(a, on, site, now) : root->children[i];
  copy->children = children;
  return copy;
}

/* Return the program of "a" in which "site" costs nothing. */
static const lcm_program *zeroed(struct lcm_advising *a,
                                 const struct lcm_advised_site *site) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, a->program->n_functions);
  *copy = *a->program;
  memcpy(functions, copy->functions, copy->n_functions * sizeof *functions);
  functions[site->function].body = replace(a, functions[site->function].body,
                                           site, without_cost(a, site->node));
  copy->functions = functions;
  return copy;
}

/* ---- the table ----------------------------------------------------------- */

/* Return whether "site" has a cost of its own. */
static bool is_fragment(const struct lcm_advised_site *site) {
  return site->node->n_models > 0 || site->node->kind == LCM_NODE_FRAGMENT ||
         site->node->kind == LCM_NODE_USE;
}

/* Return whether a node around "site" has a cost that covers it. */
static bool is_covered(const struct lcm_advising *a,
                       const struct lcm_advised_site *site) {
  for (size_t i = 0; i < site->n_above; i++)
    if (is_fragment(lcm_advise_site(a, site->above[i])))
      return true;
  return false;
}

/* Return the time of the run if "site" cost nothing, NaN where that cannot be
 * said. */
static double time_without(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  double time = NAN;
  lcm_predict_times(&time, a->ctx, zeroed(a, site), a->grid, &a->plain);
  return time;
}

typedef LCM_LIST(struct lcm_ceiling) ceilings;

/* Put "one" among "all", those that gain most first. */
static void insert(struct lcm_advising *a, ceilings *all,
                   struct lcm_ceiling one) {
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), all, one);
  for (size_t i = all->n - 1; i > 0 && all->at[i].gain > all->at[i - 1].gain;
       i--) {
    const struct lcm_ceiling other = all->at[i - 1];
    all->at[i - 1] = all->at[i];
    all->at[i] = other;
  }
}

void lcm_advise_ceilings(lcm_advice *out, struct lcm_advising *a) {
  ceilings all = {0};
  for (size_t i = 0; i < a->sites.n; i++) {
    const struct lcm_advised_site *site = &a->sites.at[i];
    if (!is_fragment(site) || !lcm_site_matters(a, site) || is_covered(a, site))
      continue;
    const double time = time_without(a, site);
    if (isnan(time))
      continue;
    insert(a, &all,
           (struct lcm_ceiling){
               .at = site->node->loc,
               .place = lcm_place_of(
                   a->ctx, &a->program->functions[site->function], site->node),
               .title = lcm_advise_name(a->ctx, site->node),
               .time = time,
               .gain = a->point->time - time});
  }
  out->ceilings = all.at;
  out->n_ceilings = all.n;
}
