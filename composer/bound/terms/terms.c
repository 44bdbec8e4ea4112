/* Closed forms of parts one after the other, as alternatives, repeated and
 * at the same time. */

#include "composer/bound/terms/terms.h"
#include "composer/bound/terms/equation_internal.h"
#include "composer/bound/terms/max.h"
#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/sum.h"

typedef struct lcm_bound_terms terms;

static const lcm_expr *sum(struct lcm_bound_forming *f, const lcm_expr *x,
                           const lcm_expr *y) {
  return lcm_expr_add(f->ctx, x, y);
}

static const lcm_expr *times(struct lcm_bound_forming *f, const lcm_expr *x,
                             const lcm_expr *y) {
  return lcm_expr_mul(f->ctx, x, y);
}

static const lcm_expr *larger(struct lcm_bound_forming *f, const lcm_expr *x,
                              const lcm_expr *y) {
  return lcm_bound_larger(&f->algebra, x, y);
}

static const lcm_expr *number(struct lcm_bound_forming *f, long long k) {
  return lcm_expr_int(f->ctx, k);
}

/* ---- demands ------------------------------------------------------------ */

/* Add "entry" to the demands of "all". */
static void add_entry(struct lcm_bound_forming *f, terms *all,
                      struct lcm_bound_entry entry) {
  for (size_t i = 0; i < all->demands.n; i++) {
    struct lcm_bound_entry *known = &all->demands.at[i];
    if (known->resource != entry.resource)
      continue;
    known->time = sum(f, known->time, entry.time);
    known->total = sum(f, known->total, entry.total);
    known->visits = known->visits && entry.visits
                        ? sum(f, known->visits, entry.visits)
                        : NULL;
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &all->demands, entry);
}

/* Return how many elements "resource" has. */
static const lcm_expr *elements_of(struct lcm_bound_forming *f,
                                   const struct lcm_bound_shared *resource) {
  const lcm_expr *n = number(f, 1);
  for (size_t i = 0; i < resource->of->n_ranges; i++)
    n = times(f, n,
              sum(f,
                  lcm_expr_sub(f->ctx, resource->ranges[i].to,
                               resource->ranges[i].from),
                  number(f, 1)));
  return n;
}

/* Return how often "units" servers must serve for "visits" visits, rounded up;
 * half a visit less gives the same, and does not depend on the last bit of a
 * sum. */
static const lcm_expr *rounds_of(struct lcm_bound_forming *f,
                                 const lcm_expr *visits,
                                 const lcm_expr *units) {
  if (!lcm_bound_is_whole(f->ctx, visits))
    visits = sum(f, visits, lcm_expr_ratio(f->ctx, -1, 2));
  return lcm_expr_apply(f->ctx, LCM_X_CEIL,
                        lcm_expr_div(f->ctx, visits, units));
}

const lcm_expr *lcm_bound_element_load(struct lcm_bound_forming *f,
                                       const struct lcm_bound_entry *entry) {
  const struct lcm_bound_shared *resource = &f->resources.at[entry->resource];
  const lcm_expr *load = lcm_expr_div(f->ctx, entry->time, resource->units);
  if (!resource->service || !entry->visits)
    return load;
  const lcm_expr *visits = rounds_of(f, entry->visits, resource->units);
  return larger(f, load, times(f, visits, resource->service));
}

const lcm_expr *lcm_bound_load_of(struct lcm_bound_forming *f,
                                  const struct lcm_bound_entry *entry) {
  const struct lcm_bound_shared *resource = &f->resources.at[entry->resource];
  const bool balance =
      f->algebra.reductions & LCM_REDUCE_BALANCE && resource->of->n_ranges;
  if (balance)
    return lcm_expr_div(f->ctx, entry->total,
                        times(f, resource->units, elements_of(f, resource)));
  const lcm_expr *load = lcm_bound_element_load(f, entry);
  for (size_t i = resource->of->n_ranges; i-- > 0;)
    load = lcm_bound_max(&f->algebra, resource->ranges[i], load);
  return load;
}

const lcm_expr *lcm_bound_omega(struct lcm_bound_forming *f, const terms *of) {
  const lcm_expr *omega = NULL;
  for (size_t i = 0; i < of->demands.n; i++) {
    const lcm_expr *load = lcm_bound_load_of(f, &of->demands.at[i]);
    omega = omega ? larger(f, omega, load) : load;
  }
  return omega ? omega : number(f, 0);
}

/* ---- turns -------------------------------------------------------------- */

/* Return whether "x" and "y" are certainly different elements. */
static bool are_apart(struct lcm_bound_forming *f,
                      const struct lcm_bound_place *x,
                      const struct lcm_bound_place *y) {
  if (x->resource != y->resource)
    return true;
  const size_t n = f->resources.at[x->resource].of->n_ranges;
  for (size_t i = 0; i < n && !x->family && !y->family; i++) {
    double gap = 0;
    const lcm_expr *e = lcm_expr_sub(f->ctx, x->indices[i], y->indices[i]);
    if (e && lcm_expr_is_number(e, &gap) && gap != 0)
      return true;
  }
  return false;
}

/* Let "*turn" go on with "next". */
static void extend(struct lcm_bound_forming *f, struct lcm_bound_turn *turn,
                   const struct lcm_bound_turn *next) {
  const bool idle = !next->places.n && lcm_expr_is_int(next->delay, 0);
  if (!next->is || !turn->is || idle) {
    turn->is = turn->is && next->is;
    return;
  }
  if (!turn->places.n) {
    const lcm_expr *delay = turn->delay;
    const bool first = lcm_expr_is_int(delay, 0);
    const bool once = !next->places.n || lcm_expr_is_int(next->count, 1);
    *turn = *next;
    turn->is = first || once;
    turn->delay = sum(f, delay, next->delay);
    turn->places.cap = turn->places.n;
    return;
  }
  turn->is = next->places.n && lcm_expr_is_int(turn->count, 1) &&
             lcm_expr_is_int(next->count, 1) && lcm_expr_is_int(next->delay, 0);
  for (size_t i = 0; i < next->places.n && turn->is; i++) {
    for (size_t k = 0; k < turn->places.n && turn->is; k++)
      turn->is = are_apart(f, &next->places.at[i], &turn->places.at[k]);
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &turn->places, next->places.at[i]);
  }
  turn->sum = sum(f, turn->sum, next->sum);
  turn->longest = larger(f, turn->longest, next->longest);
}

/* Return whether "turn" mentions "name" in anything but its times. */
static bool place_mentions(const struct lcm_bound_forming *f,
                           const struct lcm_bound_turn *turn,
                           const char *name) {
  for (size_t i = 0; i < turn->places.n; i++) {
    const size_t n = f->resources.at[turn->places.at[i].resource].of->n_ranges;
    for (size_t k = 0; k < n; k++)
      if (lcm_expr_has(turn->places.at[i].indices[k], name))
        return true;
  }
  return false;
}

static bool turn_mentions(const struct lcm_bound_forming *f,
                          const struct lcm_bound_turn *turn, const char *name) {
  return lcm_expr_has(turn->delay, name) || lcm_expr_has(turn->count, name) ||
         lcm_expr_has(turn->sum, name) || place_mentions(f, turn, name);
}

/* Return "turn" when it is one use that visits another element of an array in
 * each turn of the loop over "range". */
static struct lcm_bound_turn family_of(struct lcm_bound_forming *f,
                                       struct lcm_bound_turn turn,
                                       struct lcm_range range) {
  const struct lcm_bound_place *place = turn.places.at;
  const size_t n = f->resources.at[place->resource].of->n_ranges;
  bool apart = false;
  for (size_t i = 0; i < n && !apart; i++) {
    const lcm_expr *parts[2];
    double factor = 0;
    apart =
        lcm_bound_affine(&f->algebra, place->indices[i], range.index, parts) &&
        lcm_expr_is_number(parts[0], &factor) && factor != 0;
  }
  turn.is = apart && turn.places.n == 1 && !place->family &&
            lcm_expr_is_int(turn.count, 1) && lcm_expr_is_int(turn.delay, 0);
  if (!turn.is)
    return turn;
  struct lcm_bound_place family = *place;
  family.family = true;
  turn.places.n = turn.places.cap = 0;
  turn.places.at = NULL;
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &turn.places, family);
  turn.sum = lcm_bound_sum(&f->algebra, range, turn.sum);
  turn.longest = lcm_bound_max(&f->algebra, range, turn.longest);
  return turn;
}

/* Return "turn" repeated over "range". */
static struct lcm_bound_turn repeat_turn(struct lcm_bound_forming *f,
                                         struct lcm_bound_turn turn,
                                         struct lcm_range range) {
  const lcm_expr *count =
      sum(f, lcm_expr_sub(f->ctx, range.to, range.from), number(f, 1));
  if (!turn.is)
    return turn;
  if (!turn.places.n) {
    turn.delay = lcm_bound_sum(&f->algebra, range, turn.delay);
    return turn;
  }
  if (place_mentions(f, &turn, range.index))
    return family_of(f, turn, range);
  turn.is =
      !turn_mentions(f, &turn, range.index) &&
      lcm_bound_takes(&f->algebra, lcm_expr_sub(f->ctx, count, number(f, 1)));
  turn.count = times(f, turn.count, count);
  return turn;
}

/* Return the time of "p" processes that run "turn" (van Gemund 1996, 3.16). */
static const lcm_expr *skewed_time(struct lcm_bound_forming *f,
                                   const struct lcm_bound_turn *turn,
                                   const lcm_expr *p) {
  const lcm_expr *once = sum(f, turn->delay, turn->sum);
  const lcm_expr *phi = times(f, turn->count, once);
  const lcm_expr *all = times(f, p, turn->longest);
  const lcm_expr *omega = times(f, turn->count, all);
  return lcm_expr_sub(f->ctx, larger(f, sum(f, phi, all), sum(f, omega, once)),
                      turn->longest);
}

/* ---- one after the other ------------------------------------------------ */

void lcm_bound_then(struct lcm_bound_forming *f, terms *all,
                    const terms *next) {
  const bool idle =
      lcm_expr_is_int(all->time, 0) && !all->demands.n && !all->deeds.n;
  if (idle) {
    all->head = next->head;
    all->head_time = next->head_time;
  }
  extend(f, &all->turn, &next->turn);
  all->phi = sum(f, all->phi, next->phi);
  all->time = sum(f, all->time, next->time);
  all->skewed = sum(f, all->skewed, next->skewed);
  all->barriers = sum(f, all->barriers, next->barriers);
  for (size_t i = 0; i < next->demands.n; i++)
    add_entry(f, all, next->demands.at[i]);
  for (size_t i = 0; i < next->deeds.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &all->deeds, next->deeds.at[i]);
  all->has_skew = all->has_skew || next->has_skew;
  all->has_barrier = all->has_barrier || next->has_barrier;
  all->random = all->random || next->random;
}

/* Return "e" (or NULL) with the weight "weight", see lcm_bound_weigh. */
static const lcm_expr *weighed(struct lcm_bound_forming *f, const lcm_expr *e,
                               const lcm_expr *weight, bool partial) {
  if (!e)
    return NULL;
  return partial ? lcm_expr_if(f->ctx, weight, e, number(f, 0))
                 : times(f, weight, e);
}

const terms *lcm_bound_weigh(struct lcm_bound_forming *f, const terms *of,
                             const lcm_expr *weight, bool partial) {
  terms *out = lcm_bound_terms_new(f, number(f, 0));
  double value = 0;
  if (lcm_expr_is_number(weight, &value) && value == 1)
    return of;
  out->phi = weighed(f, of->phi, weight, partial);
  out->time = weighed(f, of->time, weight, partial);
  out->skewed = weighed(f, of->skewed, weight, partial);
  out->barriers = weighed(f, of->barriers, weight, partial);
  for (size_t i = 0; i < of->demands.n; i++) {
    struct lcm_bound_entry entry = of->demands.at[i];
    entry.time = weighed(f, entry.time, weight, partial);
    entry.total = weighed(f, entry.total, weight, partial);
    entry.visits = weighed(f, entry.visits, weight, partial);
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &out->demands, entry);
  }
  out->has_skew = of->has_skew;
  out->has_barrier = of->has_barrier;
  out->random = of->random;
  out->turn.is = !of->demands.n && !of->deeds.n;
  out->turn.delay = out->phi;
  return out;
}

/* Put the demands of "of", summed over "range", into "out". */
static void sum_demands(struct lcm_bound_forming *f, terms *out,
                        const terms *of, struct lcm_range range) {
  struct lcm_bound_algebra *a = &f->algebra;
  for (size_t i = 0; i < of->demands.n; i++) {
    struct lcm_bound_entry entry = of->demands.at[i];
    entry.time = lcm_bound_sum(a, range, entry.time);
    entry.total = lcm_bound_sum(a, range, entry.total);
    entry.visits = entry.visits ? lcm_bound_sum(a, range, entry.visits) : NULL;
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &out->demands, entry);
  }
}

/* Return whether the head of "of" is the same for all values of "name". */
static bool same_head(const struct lcm_bound_forming *f, const terms *of,
                      const char *name) {
  if (!of->head || lcm_expr_has(of->head_time, name))
    return false;
  const size_t n = f->resources.at[of->head->resource].of->n_ranges;
  for (size_t i = 0; i < n; i++)
    if (lcm_expr_has(of->head->indices[i], name))
      return false;
  return true;
}

const terms *lcm_bound_repeat(struct lcm_bound_forming *f, const terms *of,
                              struct lcm_range range) {
  struct lcm_bound_algebra *a = &f->algebra;
  terms *out = lcm_bound_terms_new(f, number(f, 0));
  out->phi = lcm_bound_sum(a, range, of->phi);
  out->time =
      of->time == of->phi ? out->phi : lcm_bound_sum(a, range, of->time);
  out->skewed =
      of->skewed == of->time ? out->time : lcm_bound_sum(a, range, of->skewed);
  out->barriers = of->barriers == of->time
                      ? out->time
                      : lcm_bound_sum(a, range, of->barriers);
  sum_demands(f, out, of, range);
  out->turn = repeat_turn(f, of->turn, range);
  if (same_head(f, of, range.index)) {
    out->head = of->head;
    out->head_time = of->head_time;
  }
  out->has_skew = of->has_skew;
  out->has_barrier = of->has_barrier;
  out->random = of->random;
  return out;
}

/* ---- at the same time --------------------------------------------------- */

/* Put the virtual barrier behind what "p" processes that all begin with the
 * head of "all" do first; the largest load is "omega". */
static void add_barrier(struct lcm_bound_forming *f, terms *all,
                        const lcm_expr *p, const lcm_expr *omega) {
  const struct lcm_bound_shared *resource =
      &f->resources.at[all->head->resource];
  const lcm_expr *common = all->head_time;
  const lcm_expr *together =
      times(f, common,
            larger(f, number(f, 1), lcm_expr_div(f->ctx, p, resource->units)));
  terms rest = *all;
  rest.demands.at = NULL;
  rest.demands.n = rest.demands.cap = 0;
  for (size_t i = 0; i < all->demands.n; i++) {
    struct lcm_bound_entry entry = all->demands.at[i];
    const lcm_expr *less = times(f, p, common);
    if (entry.resource == all->head->resource) {
      entry.total = lcm_expr_sub(f->ctx, entry.total, less);
      for (size_t k = 0; k < resource->of->n_ranges; k++)
        less = times(
            f, less,
            lcm_expr_binary(f->ctx, LCM_X_EQ, all->head->indices[k],
                            lcm_expr_symbol(f->ctx, resource->ranges[k].index,
                                            LCM_DIM_NONE)));
      entry.time = lcm_expr_sub(f->ctx, entry.time, less);
    }
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &rest.demands, entry);
  }
  const lcm_expr *after = larger(f, lcm_expr_sub(f->ctx, all->barriers, common),
                                 lcm_bound_omega(f, &rest));
  all->barriers =
      larger(f, larger(f, all->barriers, omega), sum(f, together, after));
  all->has_barrier = true;
}

/* Finish the parallel part "all" of "p" processes, whose maxima it holds; its
 * time alone where "joined". */
static void finish(struct lcm_bound_forming *f, terms *all, const lcm_expr *p,
                   bool joined) {
  const lcm_expr *omega = lcm_bound_omega(f, all);
  const lcm_expr *alone = all->time;
  const bool turns = all->turn.is && all->turn.places.n && !joined;
  const bool plain = all->skewed == alone;
  const bool still = all->barriers == alone;
  all->time = larger(f, alone, omega);
  if (all->head && !joined)
    add_barrier(f, all, p, omega);
  else
    all->barriers = still ? all->time : larger(f, all->barriers, omega);
  if (turns)
    all->skewed = skewed_time(f, &all->turn, p);
  else
    all->skewed = plain ? all->time : larger(f, all->skewed, omega);
  all->has_skew = all->has_skew || turns;
  all->turn = (struct lcm_bound_turn){.is = !all->demands.n && !all->deeds.n,
                                      .count = number(f, 1),
                                      .delay = all->phi,
                                      .sum = number(f, 0),
                                      .longest = number(f, 0)};
  all->head = NULL;
}

/* Return whether a signal of one of the "n" parts reaches a wait of another. */
static bool are_joined(const terms *const *of, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < of[i]->deeds.n; k++)
      for (size_t j = 0; j < n && of[i]->deeds.at[k].signals; j++)
        for (size_t l = 0; j != i && l < of[j]->deeds.n; l++)
          if (of[j]->deeds.at[l].waits &&
              of[j]->deeds.at[l].condition == of[i]->deeds.at[k].condition)
            return true;
  return false;
}

/* Return whether "x" and "y" are the same turn. */
static bool same_turn(const struct lcm_bound_forming *f,
                      const struct lcm_bound_turn *x,
                      const struct lcm_bound_turn *y) {
  if (!x->is || !y->is || x->count != y->count || x->delay != y->delay ||
      x->sum != y->sum || x->longest != y->longest ||
      x->places.n != y->places.n)
    return false;
  for (size_t i = 0; i < x->places.n; i++) {
    const struct lcm_bound_place *a = &x->places.at[i];
    const struct lcm_bound_place *b = &y->places.at[i];
    if (a->resource != b->resource || a->family != b->family)
      return false;
    for (size_t k = 0; k < f->resources.at[a->resource].of->n_ranges; k++)
      if (a->indices[k] != b->indices[k])
        return false;
  }
  return true;
}

/* Return whether the heads of "x" and "y" are the same element. */
static bool heads_agree(const struct lcm_bound_forming *f, const terms *x,
                        const terms *y) {
  if (!x->head || !y->head || x->head->resource != y->head->resource)
    return false;
  for (size_t k = 0; k < f->resources.at[x->head->resource].of->n_ranges; k++)
    if (x->head->indices[k] != y->head->indices[k])
      return false;
  return true;
}

/* Add the branch "next" to the maxima "all"; "first": there was none. */
static void add_branch(struct lcm_bound_forming *f, terms *all,
                       const terms *next, bool first) {
  if (first) {
    all->turn = next->turn;
    all->head = next->head;
    all->head_time = next->head_time;
  } else {
    all->turn.is = same_turn(f, &all->turn, &next->turn);
    if (heads_agree(f, all, next))
      all->head_time =
          lcm_expr_binary(f->ctx, LCM_X_MIN, all->head_time, next->head_time);
    else
      all->head = NULL;
  }
  all->phi = larger(f, all->phi, next->phi);
  all->time = larger(f, all->time, next->time);
  all->skewed = larger(f, all->skewed, next->skewed);
  all->barriers = larger(f, all->barriers, next->barriers);
  for (size_t i = 0; i < next->demands.n; i++)
    add_entry(f, all, next->demands.at[i]);
  for (size_t i = 0; i < next->deeds.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &all->deeds, next->deeds.at[i]);
  all->has_skew = all->has_skew || next->has_skew;
  all->has_barrier = all->has_barrier || next->has_barrier;
  all->random = all->random || next->random;
}

const terms *lcm_bound_beside(struct lcm_bound_forming *f,
                              const struct lcm_bound_parts *parts,
                              const lcm_node *node) {
  terms *all = lcm_bound_terms_new(f, number(f, 0));
  const size_t n = parts->n;
  const bool joined = are_joined(parts->of, n);
  for (size_t i = 0; i < n; i++)
    add_branch(f, all, parts->of[i], i == 0);
  f->random_max = f->random_max || (all->random && n > 1);
  if (joined) {
    all->phi = all->time = all->skewed = all->barriers =
        lcm_bound_equate(f, node, parts->since);
    all->has_skew = all->has_barrier = false;
  }
  finish(f, all, number(f, (long long)n), joined);
  return all;
}

const terms *lcm_bound_spread(struct lcm_bound_forming *f, const terms *of,
                              struct lcm_range range) {
  struct lcm_bound_algebra *a = &f->algebra;
  terms *out = lcm_bound_terms_new(f, number(f, 0));
  const lcm_expr *gap = lcm_expr_sub(f->ctx, range.to, range.from);
  out->phi = lcm_bound_max(a, range, of->phi);
  out->time =
      of->time == of->phi ? out->phi : lcm_bound_max(a, range, of->time);
  out->skewed =
      of->skewed == of->time ? out->time : lcm_bound_max(a, range, of->skewed);
  out->barriers = of->barriers == of->time
                      ? out->time
                      : lcm_bound_max(a, range, of->barriers);
  sum_demands(f, out, of, range);
  out->turn = of->turn;
  out->turn.is = of->turn.is && !turn_mentions(f, &of->turn, range.index) &&
                 (!of->turn.places.n || lcm_bound_takes(a, gap));
  if (same_head(f, of, range.index) && lcm_bound_takes(a, gap)) {
    out->head = of->head;
    out->head_time = of->head_time;
  }
  out->has_skew = of->has_skew;
  out->has_barrier = of->has_barrier;
  out->random = of->random;
  f->random_max = f->random_max || of->random;
  finish(f, out, sum(f, gap, number(f, 1)), false);
  return out;
}
