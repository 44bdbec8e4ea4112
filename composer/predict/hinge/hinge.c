/* What hangs on conditions of which nobody says how probable they are: the
 * program is predicted with them always and never so.  Those on which too
 * little can hang are left out.  Those on which most seems to hang are tried
 * one by one, the others together first. */
#include "composer/predict/hinge/hinge.h"

#include <math.h>
#include <stdlib.h>

#include "composer/predict/engine.h"
#include "composer/predict/hinge/decide.h"
#include "composer/predict/predictor.h"

/* Predictions that are made at most, and of which alternatives of a switch;
 * conditions that are tried one by one where there are too many of them. */
enum { MOST_TRIALS = 48, MOST_WAYS = 8, FIRST = 8 };

/* The work of all of them together: that of the prediction before, but no less
 * than this. */
static const unsigned long long LEAST_WORK = 1500000;

/* The share of the time that matters. */
static const double MATTERS = 0.01;

/* Conditions that are tried together: "n" from rank "first" on. */
struct group {
  size_t first;
  size_t n;
  size_t ways;  /* the most alternatives that one of them has */
  double least; /* the time where they are such that it is least, and most */
  double most;
};

/* The search. */
struct hinging {
  struct lcm_predictor *p;
  struct lcm_hinge_places places;
  size_t *order; /* numbers of the "n_order" places that are tried, by rank */
  size_t n_order;
  LCM_LIST(struct group) groups;
  const lcm_grid *grid; /* the last point alone */
  double time;          /* there */
  size_t trials;
  unsigned long long until; /* the work at which it ends */
};

/* ---- trials -------------------------------------------------------------- */

/* Return the time of "program" at the last point, NaN where there is none. */
static double time_of(struct hinging *h, const lcm_program *program) {
  lcm_ctx *ctx = h->p->setup.ctx;
  struct lcm_predictor *p = NULL;
  struct lcm_predict_options plain = *h->p->setup.options;
  const bool muted = lcm_ctx_mute(ctx, true);
  plain.interpret = true;
  plain.nodes = plain.formula = plain.recurrences = plain.hinges = false;
  const lcm_status status =
      lcm_predictor_new(&p, ctx, program, h->grid, &plain);
  const double time = status ? NAN : lcm_predictor_time(p, 0);
  (void)lcm_ctx_mute(ctx, muted);
  return time;
}

/* Return the time at the last point where alternative "way" of the conditions
 * of "group" is taken; NaN where there is none. */
static double time_where(struct hinging *h, const struct group *group,
                         size_t way) {
  const struct lcm_hinge_decision decision = {&h->places, group->first,
                                              group->n, way};
  const lcm_program program = lcm_hinge_decide(&decision);
  h->trials++;
  return time_of(h, &program);
}

/* ---- the search ----------------------------------------------------------
 */

/* Return how much hangs on "group". */
static double spread_of(const struct group *group) {
  return group->most - group->least;
}

/* Return condition number "rank" of the search of "h". */
static const struct lcm_hinge_place *place_of(const struct hinging *h,
                                              size_t rank) {
  return &h->places.list.at[h->order[rank]];
}

/* Try the "n" conditions from rank "first" on, and keep them where it matters
 * how they are. */
static void try(struct hinging *h, size_t first, size_t n) {
  struct group group = {
      .first = first, .n = n, .ways = 2, .least = h->time, .most = h->time};
  for (size_t i = first; i < first + n; i++)
    if (place_of(h, i)->ways > group.ways)
      group.ways = place_of(h, i)->ways;
  for (size_t way = 0; way < group.ways && way < MOST_WAYS; way++) {
    const bool last = way + 1 == MOST_WAYS;
    const double time = time_where(h, &group, last ? group.ways - 1 : way);
    if (isnan(time))
      return;
    group.least = fmin(group.least, time);
    group.most = fmax(group.most, time);
  }
  if (!(spread_of(&group) > MATTERS * h->time))
    return;
  size_t at = h->groups.n;
  LCM_LIST_ADD(lcm_ctx_arena(h->p->setup.ctx), &h->groups, group);
  for (; at && spread_of(&h->groups.at[at - 1]) < spread_of(&group); at--)
    h->groups.at[at] = h->groups.at[at - 1];
  h->groups.at[at] = group;
}

/* Return how much seems to hang on "place": no less than what would matter. */
static double weight_of(const struct hinging *h,
                        const struct lcm_hinge_place *place) {
  return fmin(fmax(place->seen, MATTERS * h->time), h->time);
}

/* Return how many of the conditions of "group" are to be tried together when it
 * is taken apart: those on which about half of what hangs on all seems to. */
static size_t first_part(const struct hinging *h, const struct group *group) {
  double all = 0;
  double part = 0;
  size_t n = 0;
  for (size_t i = 0; i < group->n; i++)
    all += weight_of(h, place_of(h, group->first + i));
  while (n + 1 < group->n && (!n || part < all / 2))
    part += weight_of(h, place_of(h, group->first + n++));
  return n;
}

/* Take the largest group of several conditions apart; return whether there was
 * one. */
static bool take_apart(struct hinging *h) {
  size_t i = 0;
  while (i < h->groups.n && h->groups.at[i].n < 2)
    i++;
  if (i == h->groups.n || h->trials + 4 > MOST_TRIALS ||
      lcm_ctx_worked(h->p->setup.ctx) >= h->until)
    return false;
  const struct group group = h->groups.at[i];
  const size_t n = first_part(h, &group);
  for (; i + 1 < h->groups.n; i++)
    h->groups.at[i] = h->groups.at[i + 1];
  h->groups.n--;
  try(h, group.first, n);
  try(h, group.first + n, group.n - n);
  return true;
}

/* Order places "a" and "b": that on which more seems to hang first. */
static int by_weight(const void *a, const void *b) {
  const struct lcm_hinge_place *const *one = a;
  const struct lcm_hinge_place *const *other = b;
  if ((*one)->seen != (*other)->seen)
    return (*one)->seen > (*other)->seen ? -1 : 1;
  return *one < *other ? -1 : *one > *other;
}

/* Order places "a" and "b": conditions before switches. */
static int by_ways(const void *a, const void *b) {
  const struct lcm_hinge_place *const *one = a;
  const struct lcm_hinge_place *const *other = b;
  if (((*one)->ways > 2) != ((*other)->ways > 2))
    return (*one)->ways > 2 ? 1 : -1;
  return by_weight(a, b);
}

/* Return how many of the conditions of "h" may be tried one by one. */
static size_t singles(const struct hinging *h) {
  return 2 * h->n_order <= MOST_TRIALS ? h->n_order : FIRST;
}

/* Order the places of "h" on which enough can hang: the first ones are to be
 * tried one by one, of the others switches come last. */
static void order_places(struct hinging *h) {
  lcm_arena *arena = lcm_ctx_arena(h->p->setup.ctx);
  const size_t n = h->places.list.n;
  const struct lcm_hinge_place **sorted =
      LCM_NEW_ARRAY(arena, const struct lcm_hinge_place *, n + 1);
  h->order = LCM_NEW_ARRAY(arena, size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    h->places.list.at[i].rank = SIZE_MAX;
    if (h->places.list.at[i].bound > MATTERS / 2 * h->time)
      sorted[h->n_order++] = &h->places.list.at[i];
  }
  qsort(sorted, h->n_order, sizeof *sorted, by_weight);
  const size_t first = singles(h);
  qsort(sorted + first, h->n_order - first, sizeof *sorted, by_ways);
  for (size_t i = 0; i < h->n_order; i++) {
    h->order[i] = (size_t)(sorted[i] - h->places.list.at);
    h->places.list.at[h->order[i]].rank = i;
  }
}

/* Try the conditions of "h" one by one as far as they are to be and there is
 * work left, the others together: those with two alternatives and switches. */
static void search(struct hinging *h) {
  const size_t most = singles(h);
  size_t first = 0;
  while (first < most && h->trials + 4 <= MOST_TRIALS &&
         lcm_ctx_worked(h->p->setup.ctx) < h->until)
    try(h, first++, 1);
  for (size_t i = first; i <= h->n_order; i++)
    if (i > first && (i == h->n_order || (place_of(h, i)->ways > 2 &&
                                          place_of(h, i - 1)->ways == 2))) {
      try(h, first, i - first);
      first = i;
    }
  while (take_apart(h))
    continue;
}

/* How many times the least of the time is its most where a condition decides
 * it: no number stands for such a range. */
static const double WIDE = 10;

/* Put the groups of "h" into "out". */
static void conclude(lcm_prediction *out, const struct hinging *h) {
  lcm_arena *arena = lcm_ctx_arena(h->p->setup.ctx);
  struct lcm_hinge *all =
      LCM_NEW_ARRAY(arena, struct lcm_hinge, h->groups.n + 1);
  for (size_t i = 0; i < h->groups.n; i++) {
    const struct group *group = &h->groups.at[i];
    const struct lcm_hinge_place *place = place_of(h, group->first);
    const bool named = group->n == 1 && place->ways < 3;
    all[i] = (struct lcm_hinge){
        .loc = place->loc,
        .n = group->n,
        .name = named ? lcm_arena_printf(arena, "prob_%u", place->line) : NULL,
        .least = group->least,
        .most = group->most,
        .share = spread_of(group) / h->time};
    out->basis.wide = out->basis.wide || group->most > WIDE * group->least;
  }
  out->hinges = all;
  out->n_hinges = h->groups.n;
}

void lcm_hinges_find(lcm_prediction *out, struct lcm_weighing *weighing) {
  struct lcm_predictor *p = weighing->p;
  lcm_ctx *ctx = p->setup.ctx;
  const unsigned long long worked = lcm_ctx_worked(ctx);
  struct hinging h = {.p = p,
                      .grid = weighing->grid,
                      .time = out->points[out->grid->n_points - 1].time,
                      .until =
                          worked + (worked > LEAST_WORK ? worked : LEAST_WORK)};
  lcm_hinge_places_find(&h.places, ctx, p->setup.program, &p->noted);
  out->hinged = h.places.list.n > 0;
  if (!h.places.list.n || !(h.time > 0))
    return;
  const lcm_point *point = lcm_weighing_point(weighing);
  if (point && p->setup.facts)
    lcm_hinge_places_bound(&h.places, point, p->setup.facts);
  order_places(&h);
  search(&h);
  conclude(out, &h);
}
