/* Parts of a program whose time changed: what each node takes by itself in
 * either revision, and the nodes of both that are the same. */
#include "study/diff/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "study/diff/match.h"

/* Differences below this share of the time are rounding. */
static const double ROUNDING = 1e-12;

/* A node of a revision, and what it takes by itself at each point. */
struct place {
  const lcm_function *function;
  const lcm_node *node;
  double *times;
  double *visits;
};

typedef LCM_LIST(struct place) place_list;

/* The places of a revision while its occurrences are gone through. */
struct gathering {
  lcm_ctx *ctx;
  const lcm_prediction *prediction;
  place_list places;
  lcm_map numbers; /* of them, by node */
};

/* Return the number of the place of "one", which is added where it is new. */
static size_t number_of(struct gathering *g, const lcm_occurrence *one) {
  lcm_arena *arena = lcm_ctx_arena(g->ctx);
  const size_t n = g->prediction->grid->n_points;
  size_t number = g->places.n;
  if (lcm_map_get(&g->numbers, one->node, &number))
    return number;
  const struct place place = {one->function, one->node,
                              LCM_NEW_ARRAY(arena, double, n),
                              LCM_NEW_ARRAY(arena, double, n)};
  LCM_LIST_ADD(arena, &g->places, place);
  lcm_map_put(arena, &g->numbers, one->node, number);
  return number;
}

/* Add what the occurrences at point "i" take by themselves. */
static void add_point(struct gathering *g, size_t i) {
  const lcm_point *point = &g->prediction->points[i];
  size_t *above =
      LCM_NEW_ARRAY(lcm_ctx_arena(g->ctx), size_t, point->n_occurrences + 1);
  for (size_t k = 0; k < point->n_occurrences; k++) {
    const lcm_occurrence *one = &point->occurrences[k];
    const size_t number = number_of(g, one);
    g->places.at[number].times[i] += one->time;
    g->places.at[number].visits[i] += one->visits;
    if (one->depth && one->depth <= k)
      g->places.at[above[one->depth - 1]].times[i] -= one->time;
    if (one->depth <= k)
      above[one->depth] = number;
  }
  for (size_t k = 0; k < g->places.n; k++)
    if (fabs(g->places.at[k].times[i]) <= ROUNDING * point->time)
      g->places.at[k].times[i] = 0;
}

/* Compare places for sorting: by function, and in the order of the source. */
static int by_place(const void *a, const void *b) {
  const struct place *x = a;
  const struct place *y = b;
  const int order = strcmp(x->function->key, y->function->key);
  return order ? order
               : (x->node->id > y->node->id) - (x->node->id < y->node->id);
}

/* Return the places of "prediction", by function. */
static place_list places_of(lcm_ctx *ctx, const lcm_prediction *prediction) {
  struct gathering g = {.ctx = ctx, .prediction = prediction};
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    add_point(&g, i);
  if (g.places.n)
    qsort(g.places.at, g.places.n, sizeof *g.places.at, by_place);
  return g.places;
}

/* Places of one function: "n" from number "first" on. */
struct group {
  const lcm_function *function;
  size_t first;
  size_t n;
  bool taken; /* the function of the other revision was found */
};

typedef LCM_LIST(struct group) group_list;

/* Return the functions of "places". */
static group_list groups_of(lcm_ctx *ctx, const place_list *places) {
  group_list groups = {0};
  for (size_t i = 0; i < places->n; i++) {
    const struct group one = {places->at[i].function, i, 0, false};
    if (!i || strcmp(groups.at[groups.n - 1].function->key, one.function->key))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &groups, one);
    groups.at[groups.n - 1].n++;
  }
  return groups;
}

/* Return the first of "groups" that is not taken and whose function is called
 * as "wanted" is, with its file or without; NULL where there is none. */
static struct group *find(group_list *groups, const lcm_function *wanted,
                          bool whole) {
  for (size_t i = 0; i < groups->n; i++) {
    const lcm_function *one = groups->at[i].function;
    if (!groups->at[i].taken && !strcmp(whole ? one->key : one->name,
                                        whole ? wanted->key : wanted->name))
      return &groups->at[i];
  }
  return NULL;
}

/* The parts of both revisions while their changes are looked for. */
struct changing {
  lcm_ctx *ctx;
  const lcm_comparison *c;
  double threshold;
  const double *zeros; /* of a revision that does not have a part */
  place_list places[LCM_N_REVISIONS];
  LCM_LIST(struct lcm_part_change) found;
};

/* Add the part that is "old" and "new", where one may be NULL, if its time
 * changed. */
static void add_part(struct changing *c, const struct place *old,
                     const struct place *new) {
  const struct place *both[] = {old, new};
  struct lcm_part_change part = {.function = (new ? new : old)->function->name};
  for (size_t r = 0; r < LCM_N_REVISIONS; r++) {
    part.of[r] = both[r] ? both[r]->node : NULL;
    part.times[r] = both[r] ? both[r]->times : c->zeros;
    part.visits[r] = both[r] ? both[r]->visits : c->zeros;
  }
  for (size_t i = 0; i < c->c->grid->n_points; i++) {
    const double whole = c->c->variants[LCM_OLD]->points[i].time;
    const double share =
        whole > 0 ? (part.times[LCM_NEW][i] - part.times[LCM_OLD][i]) / whole
                  : 0;
    if (fabs(share) > fabs(part.share)) {
      part.share = share;
      part.point = i;
    }
  }
  if (fabs(part.share) > c->threshold)
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->found, part);
}

/* Return the nodes of "group" of revision "r". */
static const lcm_node **nodes_of(const struct changing *c, size_t r,
                                 const struct group *group) {
  const lcm_node **nodes =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), const lcm_node *, group->n + 1);
  for (size_t i = 0; i < group->n; i++)
    nodes[i] = c->places[r].at[group->first + i].node;
  return nodes;
}

/* Add what changed in the function that was "old" and is "new"; one may be
 * without places. */
static void add_function(struct changing *c, const struct group *old,
                         const struct group *new) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const struct place *old_at = c->places[LCM_OLD].at + old->first;
  const struct place *new_at = c->places[LCM_NEW].at + new->first;
  size_t *partners = LCM_NEW_ARRAY(arena, size_t, old->n + 1);
  bool *taken = LCM_NEW_ARRAY(arena, bool, new->n + 1);
  lcm_nodes_match(partners, c->ctx, nodes_of(c, LCM_OLD, old), old->n,
                  nodes_of(c, LCM_NEW, new), new->n);
  for (size_t i = 0; i < old->n; i++) {
    taken[partners[i]] = true;
    add_part(c, &old_at[i], partners[i] < new->n ? &new_at[partners[i]] : NULL);
  }
  for (size_t i = 0; i < new->n; i++)
    if (!taken[i])
      add_part(c, NULL, &new_at[i]);
}

/* Add what changed in all functions of "groups"; first those are matched that
 * have the same file, too. */
static void add_functions(struct changing *c, group_list *groups) {
  static const struct group NONE = {NULL, 0, 0, false};
  for (int whole = 1; whole >= 0; whole--)
    for (size_t i = 0; i < groups[LCM_OLD].n; i++) {
      struct group *old = &groups[LCM_OLD].at[i];
      struct group *new =
          old->taken ? NULL : find(&groups[LCM_NEW], old->function, whole);
      if (!new)
        continue;
      old->taken = new->taken = true;
      add_function(c, old, new);
    }
  for (size_t i = 0; i < groups[LCM_OLD].n; i++)
    if (!groups[LCM_OLD].at[i].taken)
      add_function(c, &groups[LCM_OLD].at[i], &NONE);
  for (size_t i = 0; i < groups[LCM_NEW].n; i++)
    if (!groups[LCM_NEW].at[i].taken)
      add_function(c, &NONE, &groups[LCM_NEW].at[i]);
}

/* Return the line that "part" is at, in the new revision where it is there. */
static unsigned line_of(const struct lcm_part_change *part) {
  return (part->of[LCM_NEW] ? part->of[LCM_NEW] : part->of[LCM_OLD])->loc.line;
}

/* Compare parts for sorting: the largest change first. */
static int by_change(const void *a, const void *b) {
  const struct lcm_part_change *x = a;
  const struct lcm_part_change *y = b;
  const double more = fabs(y->share) - fabs(x->share);
  return more > 0   ? 1
         : more < 0 ? -1
                    : (line_of(x) > line_of(y)) - (line_of(x) < line_of(y));
}

void lcm_difference_parts(lcm_difference *out, lcm_ctx *ctx,
                          const lcm_comparison *comparison) {
  group_list groups[LCM_N_REVISIONS];
  struct changing c = {.ctx = ctx,
                       .c = comparison,
                       .threshold = out->threshold,
                       .zeros = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double,
                                              comparison->grid->n_points)};
  for (size_t r = 0; r < LCM_N_REVISIONS; r++) {
    c.places[r] = places_of(ctx, comparison->variants[r]);
    groups[r] = groups_of(ctx, &c.places[r]);
  }
  add_functions(&c, groups);
  if (c.found.n)
    qsort(c.found.at, c.found.n, sizeof *c.found.at, by_change);
  out->parts = c.found.at;
  out->n_parts = c.found.n;
}
