/* Composes nodes in closed form. */
#include <math.h>
#include <string.h>

#include "composer/bound/internal.h"
#include "composer/bound/terms/form.h"
#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/sum.h"
#include "composer/bound/terms/terms.h"
#include "composer/formula/formula.h"

enum { MAX_STEPS = 50000, MAX_UNROLL_SYNC = 64 };

typedef struct lcm_bound_terms terms;

/* Return "e" at "node" as a number of seconds. */
static const lcm_expr *seconds(struct lcm_bound_forming *f, const lcm_expr *e,
                               const lcm_node *node) {
  const lcm_expr *value = lcm_bound_value_of(f, e);
  if (value && lcm_dim_equal(lcm_expr_dim(value), LCM_DIM_TIME))
    value = lcm_expr_div(f->ctx, value,
                         lcm_expr_unit(f->ctx, lcm_measure_find("s")));
  if (!value)
    lcm_bound_refuse(f, node, "its time is no expression of the params");
  return value ? value : lcm_expr_int(f->ctx, 0);
}

/* ---- basic statements --------------------------------------------------- */

/* Return the place of "of" at "node". */
static struct lcm_bound_place place_of(struct lcm_bound_forming *f,
                                       const struct lcm_instance *of,
                                       const lcm_node *node) {
  size_t r = 0;
  while (r < f->resources.n && f->resources.at[r].of->name != of->name)
    r++;
  if (r == f->resources.n) {
    lcm_resource *lock = LCM_NEW(lcm_ctx_arena(f->ctx), lcm_resource);
    lock->name = of->name;
    const struct lcm_bound_shared fresh = {.of = lock,
                                           .units = lcm_expr_int(f->ctx, 1)};
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->resources, fresh);
  }
  const lcm_expr **indices =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), const lcm_expr *, of->n_indices + 1);
  if (of->n_indices != f->resources.at[r].of->n_ranges)
    lcm_bound_refuse(f, node, "its subscripts are not those of the resource");
  for (size_t i = 0; i < of->n_indices; i++) {
    indices[i] = lcm_bound_value_of(f, of->indices[i]);
    if (!indices[i])
      lcm_bound_refuse(f, node, "a subscript is no expression of the params");
  }
  return (struct lcm_bound_place){.resource = r, .indices = indices};
}

/* Return the demand of "time" for the element at "place". */
static struct lcm_bound_entry entry_of(struct lcm_bound_forming *f,
                                       const struct lcm_bound_place *place,
                                       const lcm_expr *time, bool random) {
  const struct lcm_bound_shared *resource = &f->resources.at[place->resource];
  const lcm_expr *visits =
      resource->service && !random
          ? lcm_expr_apply(f->ctx, LCM_X_FLOOR,
                           lcm_expr_div(f->ctx, time, resource->service))
          : NULL;
  struct lcm_bound_entry entry = {place->resource, time, visits, time};
  for (size_t i = 0; i < resource->of->n_ranges; i++) {
    const lcm_expr *there = lcm_expr_binary(
        f->ctx, LCM_X_EQ, place->indices[i],
        lcm_expr_symbol(f->ctx, resource->ranges[i].index, LCM_DIM_NONE));
    entry.time = lcm_bound_where(&f->algebra, there, entry.time);
    if (visits)
      entry.visits = lcm_bound_where(&f->algebra, there, entry.visits);
  }
  return entry;
}

/* Add the possession of the resources of "node" for "time" to "all". */
static void possess(struct lcm_bound_forming *f, terms *all,
                    const lcm_node *node, const lcm_expr *time) {
  const size_t n = node->u.resource.n_instances;
  struct lcm_bound_place place = {0};
  all->turn.is = all->turn.is && n == 1;
  for (size_t i = 0; i < n && !f->reason; i++) {
    place = place_of(f, &node->u.resource.instances[i], node);
    if (f->reason || !f->resources.at[place.resource].units)
      continue;
    terms own = *lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &own.demands,
                 entry_of(f, &place, time, all->random));
    own.turn.is = all->turn.is;
    const struct lcm_bound_turn turn = all->turn;
    lcm_bound_then(f, all, &own);
    all->turn = turn;
  }
  if (n != 1 || f->reason || !f->resources.at[place.resource].units)
    return;
  const struct lcm_bound_shared *resource = &f->resources.at[place.resource];
  const bool ps = resource->of->discipline == LCM_PS;
  struct lcm_bound_place *kept =
      LCM_NEW(lcm_ctx_arena(f->ctx), struct lcm_bound_place);
  *kept = place;
  if (ps && node->kind == LCM_NODE_USE) {
    all->head = kept;
    all->head_time = time;
  }
  all->turn.is = all->turn.is && !ps && !resource->service &&
                 lcm_expr_is_int(resource->units, 1);
  if (!all->turn.is)
    return;
  all->turn = (struct lcm_bound_turn){.is = true,
                                      .count = lcm_expr_int(f->ctx, 1),
                                      .delay = lcm_expr_int(f->ctx, 0),
                                      .sum = time,
                                      .longest = time};
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &all->turn.places, place);
}

/* Return the terms of the children of "node" in series. */
static const terms *series_of(struct lcm_bound_forming *f,
                              const lcm_node *node) {
  if (node->n_children == 1)
    return lcm_bound_terms_of(f, node->children[0]);
  terms *all = lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  for (size_t i = 0; i < node->n_children && !f->reason; i++)
    lcm_bound_then(f, all, lcm_bound_terms_of(f, node->children[i]));
  return all;
}

/* Return the terms of the USE "node". */
static const terms *use_terms(struct lcm_bound_forming *f,
                              const lcm_node *node) {
  const lcm_expr *time = seconds(f, node->u.resource.time, node);
  terms *all = lcm_bound_terms_new(f, time);
  all->random = lcm_bound_draws(f, node->u.resource.time);
  possess(f, all, node, time);
  return all;
}

/* Return the terms of the USING "node". */
static const terms *using_terms(struct lcm_bound_forming *f,
                                const lcm_node *node) {
  const terms *body = series_of(f, node);
  terms *all = lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  lcm_bound_then(f, all, body);
  all->turn.is = !body->demands.n && !body->deeds.n;
  all->head = NULL;
  possess(f, all, node, all->time);
  return all;
}

/* Return the terms of the SIGNAL or WAIT "node". */
static const terms *sync_terms(struct lcm_bound_forming *f,
                               const lcm_node *node) {
  terms *all = lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  const struct lcm_bound_deed deed = {lcm_bound_condition_name(f, node),
                                      node->kind == LCM_NODE_SIGNAL,
                                      node->kind == LCM_NODE_WAIT};
  all->turn.is = false;
  if (deed.signals)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->signalled, deed.condition);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &all->deeds, deed);
  return all;
}

/* ---- loops -------------------------------------------------------------- */

/* The results of the turns of a loop that are written out; "since" conditions
 * were true before. */
struct turns {
  LCM_LIST(const terms *) all;
  size_t since;
};

/* Return the terms of range "k" of the loop "node" and what is inside. */
static const terms *range_terms(struct lcm_bound_forming *f,
                                const lcm_node *node, size_t k);

/* Return the range "k" of "node" with values, its index running by 1: then
 * "*index" is what the index of the program is. */
static struct lcm_range range_of(struct lcm_bound_forming *f,
                                 const lcm_node *node, size_t k,
                                 const lcm_expr **by) {
  const lcm_iteration *of = &node->u.loop.ranges[k];
  struct lcm_range range = {of->index, lcm_bound_value_of(f, of->from),
                            lcm_bound_value_of(f, of->to)};
  const lcm_expr *step =
      of->step ? lcm_bound_value_of(f, of->step) : lcm_expr_int(f->ctx, 1);
  *by = NULL;
  if (!range.from || !range.to || !step || of->factor) {
    lcm_bound_refuse(f, node, "its range has no closed form");
    range.from = range.to = lcm_expr_int(f->ctx, 0);
    return range;
  }
  const lcm_expr *gap =
      lcm_expr_div(f->ctx, lcm_expr_sub(f->ctx, range.to, range.from), step);
  const lcm_expr *last = lcm_expr_apply(f->ctx, LCM_X_FLOOR, gap);
  if (lcm_expr_is_int(step, 1) && lcm_bound_is_whole(f->ctx, range.from)) {
    range.to = last == gap ? range.to : lcm_expr_add(f->ctx, range.from, last);
    return range;
  }
  *by = range.from;
  range.from = lcm_expr_int(f->ctx, 0);
  range.to = last;
  return range;
}

/* Return what the index of range "k" of "node" is in turn "turn" of a range as
 * range_of gives it. */
static const lcm_expr *index_in(struct lcm_bound_forming *f,
                                const lcm_node *node, size_t k,
                                const lcm_expr *first, const lcm_expr *turn) {
  const lcm_expr *step = node->u.loop.ranges[k].step;
  if (!first)
    return turn;
  if (step)
    turn = lcm_expr_mul(f->ctx, lcm_bound_value_of(f, step), turn);
  return lcm_expr_add(f->ctx, first, turn);
}

/* Return the results of all turns of "node" written out, as one. */
static const terms *written_out(struct lcm_bound_forming *f,
                                const lcm_node *node,
                                const struct turns *turns) {
  const struct lcm_bound_parts parts = {turns->all.at, turns->all.n,
                                        turns->since};
  if (node->kind == LCM_NODE_PARLOOP)
    return lcm_bound_beside(f, &parts, node);
  terms *all = lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  for (size_t i = 0; i < turns->all.n; i++)
    lcm_bound_then(f, all, turns->all.at[i]);
  return all;
}

/* Return the terms of range "k" of "node" with each turn written out, or NULL
 * where it is not one of few turns that differ. */
static const terms *few_turns(struct lcm_bound_forming *f, const lcm_node *node,
                              size_t k, struct lcm_range range,
                              const lcm_expr *first) {
  const struct lcm_bound_traits *traits =
      lcm_bound_traits_of(f->table, node->children[0]);
  const char *index = node->u.loop.ranges[k].index;
  double from = 0;
  double to = 0;
  struct turns turns = {.since = f->signalled.n};
  if (!lcm_expr_is_number(range.from, &from) ||
      !lcm_expr_is_number(range.to, &to) ||
      to - from >= (traits->sync ? MAX_UNROLL_SYNC : LCM_BOUND_UNROLL) ||
      (!traits->sync && !lcm_bound_names(traits, index)))
    return NULL;
  const size_t bound = f->values.n;
  for (double i = from; i <= to && !f->reason; i++) {
    lcm_bound_let_form(
        f, index,
        index_in(f, node, k, first, lcm_expr_int(f->ctx, (long long)i)));
    const terms *turn = range_terms(f, node, k + 1);
    f->values.n = bound;
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &turns.all, turn);
  }
  return written_out(f, node, &turns);
}

static const terms *range_terms(struct lcm_bound_forming *f,
                                const lcm_node *node, size_t k) {
  const lcm_expr *first = NULL;
  if (k == node->u.loop.n_ranges)
    return series_of(f, node);
  struct lcm_range range = range_of(f, node, k, &first);
  if (f->reason)
    return lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  const terms *few = few_turns(f, node, k, range, first);
  if (few)
    return few;
  if (lcm_bound_traits_of(f->table, node->children[0])->sync)
    lcm_bound_refuse(f, node, "signals and waits in a loop over params");
  const size_t bound = f->values.n;
  range = lcm_bound_open_range(&f->algebra, range);
  const lcm_expr *turn = lcm_expr_symbol(f->ctx, range.index, LCM_DIM_NONE);
  lcm_bound_let_form(f, node->u.loop.ranges[k].index,
                     index_in(f, node, k, first, turn));
  const terms *body = range_terms(f, node, k + 1);
  f->values.n = bound;
  lcm_bound_close_range(&f->algebra);
  return node->kind == LCM_NODE_PARLOOP ? lcm_bound_spread(f, body, range)
                                        : lcm_bound_repeat(f, body, range);
}

/* Return the terms of the loop "node". */
static const terms *loop_terms(struct lcm_bound_forming *f,
                               const lcm_node *node) {
  const struct lcm_bound_traits *traits = lcm_bound_traits_of(f->table, node);
  bool random = lcm_bound_draws(f, node->u.loop.count);
  if (!node->n_children)
    return lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  if (traits->carried || !node->u.loop.n_ranges)
    lcm_bound_refuse(f, node,
                     "what its iterations leave to each other, or how "
                     "many they are, is not known");
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    random = random || lcm_bound_draws(f, node->u.loop.ranges[i].from) ||
             lcm_bound_draws(f, node->u.loop.ranges[i].to);
  if (f->reason)
    return lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  const terms *all = range_terms(f, node, 0);
  for (size_t i = 0; i < traits->n_lets; i++)
    lcm_bound_let_form(f, traits->lets[i], NULL);
  if (!random)
    return all;
  terms *out = LCM_NEW(lcm_ctx_arena(f->ctx), terms);
  *out = *all;
  out->random = true;
  return out;
}

/* ---- branches ----------------------------------------------------------- */

/* Return whether evaluating "e" can go wrong where a condition that it stands
 * under does not hold. */
static bool is_partial(const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  double low = 0;
  double high = 0;
  const bool divides = kind == LCM_X_MOD || kind == LCM_X_DIV;
  if (divides || kind == LCM_X_POW) {
    lcm_expr_bounds(&low, &high, lcm_expr_arg(e, divides));
    double power = 0;
    const bool plain = kind == LCM_X_POW &&
                       lcm_expr_is_number(lcm_expr_arg(e, 1), &power) &&
                       power >= 0 && power == floor(power);
    if (!plain && low <= 0)
      return true;
  }
  if (kind == LCM_X_LOG || kind == LCM_X_LOG2 || kind == LCM_X_LOG10 ||
      kind == LCM_X_EXP)
    return true;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (is_partial(lcm_expr_arg(e, i)))
      return true;
  return false;
}

/* Return the terms of the BRANCH "node". */
static const terms *branch_terms(struct lcm_bound_forming *f,
                                 const lcm_node *node) {
  const lcm_expr **chances =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), const lcm_expr *, node->n_children);
  const struct lcm_bound_traits *traits = lcm_bound_traits_of(f->table, node);
  bool random = false;
  lcm_bound_chance_forms(f, node, chances, &random);
  terms *all = lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  const size_t bound = f->values.n;
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    if (lcm_expr_is_int(chances[i], 0))
      continue;
    if (lcm_expr_is_int(chances[i], 1))
      return lcm_bound_terms_of(f, node->children[i]);
    const terms *next = lcm_bound_terms_of(f, node->children[i]);
    f->values.n = bound;
    if (next->deeds.n)
      lcm_bound_refuse(f, node,
                       "whether it signals or waits depends on params");
    struct lcm_bound_terms mean = *lcm_bound_weigh(
        f, next, chances[i], !random && next->time && is_partial(next->time));
    for (size_t k = 0; random && k < mean.demands.n; k++)
      mean.demands.at[k].visits = NULL;
    lcm_bound_then(f, all, &mean);
  }
  all->turn.is = all->turn.is && !random;
  all->head = NULL;
  all->random = all->random || random;
  for (size_t i = 0; i < traits->n_lets; i++)
    lcm_bound_let_form(f, traits->lets[i], NULL);
  return all;
}

/* Return what is known of calling "function" with the "n" values "args", or
 * NULL; what a wait takes depends on what came before. */
static const terms *known_call(const struct lcm_bound_forming *f,
                               const lcm_function *function,
                               const struct lcm_subst *args, size_t n) {
  for (size_t i = f->calls.n; i-- > 0;) {
    const struct lcm_bound_called *call = &f->calls.at[i];
    size_t k = 0;
    while (call->function == function && k < n && call->args[k] == args[k].by)
      k++;
    if (call->function == function && k == n)
      return call->terms->deeds.n ? NULL : call->terms;
  }
  return NULL;
}

/* Return the terms of the CALL "node". */
static const terms *call_terms(struct lcm_bound_forming *f,
                               const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  size_t saved[2];
  const lcm_node *body = lcm_bound_enter_form(f, node, saved);
  if (!body)
    return lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  const lcm_function *function = lcm_bound_callee(f->table, node);
  const size_t n = f->values.n - f->base;
  const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++)
    args[i] = f->values.at[f->base + i].by;
  const terms *all = known_call(f, function, f->values.at + f->base, n);
  if (!all) {
    all = lcm_bound_terms_of(f, body);
    const struct lcm_bound_called call = {function, args, all};
    LCM_LIST_ADD(arena, &f->calls, call);
  }
  lcm_bound_leave_form(f, saved);
  return all;
}

/* ---- everything --------------------------------------------------------- */

/* Return the terms of the PARALLEL "node". */
static const terms *parallel_terms(struct lcm_bound_forming *f,
                                   const lcm_node *node) {
  const terms **of =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), const terms *, node->n_children + 1);
  const struct lcm_bound_parts parts = {of, node->n_children, f->signalled.n};
  const size_t bound = f->values.n;
  for (size_t i = 0; i < node->n_children; i++) {
    of[i] = lcm_bound_terms_of(f, node->children[i]);
    f->values.n = bound;
  }
  return lcm_bound_beside(f, &parts, node);
}

/* Bind the LET "node". */
static void bind_let(struct lcm_bound_forming *f, const lcm_node *node) {
  const lcm_expr *e = node->u.let.value;
  if (lcm_bound_draws(f, e))
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->tainted, node->u.let.name);
  lcm_bound_let_form(f, node->u.let.name, lcm_bound_value_of(f, e));
}

/* Return the terms of "node" without models of its own. */
static const terms *composed(struct lcm_bound_forming *f,
                             const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_FRAGMENT:
    break;
  case LCM_NODE_SERIES:
    return series_of(f, node);
  case LCM_NODE_PARALLEL:
    return parallel_terms(f, node);
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    return loop_terms(f, node);
  case LCM_NODE_BRANCH:
    return branch_terms(f, node);
  case LCM_NODE_CALL:
    return call_terms(f, node);
  case LCM_NODE_LET:
    bind_let(f, node);
    break;
  case LCM_NODE_USE:
    return use_terms(f, node);
  case LCM_NODE_USING:
    return using_terms(f, node);
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    return sync_terms(f, node);
  case LCM_NODE_WHILE:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    lcm_bound_refuse(f, node, "it has no bound");
    break;
  }
  return lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
}

const terms *lcm_bound_terms_of(struct lcm_bound_forming *f,
                                const lcm_node *node) {
  if (++f->steps > MAX_STEPS)
    lcm_bound_refuse(f, node, "the model is too large for a closed form");
  if (node->ignored || f->reason)
    return lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(node->models[i].category, "time")) {
      terms *all =
          lcm_bound_terms_new(f, seconds(f, node->models[i].expr, node));
      all->random = lcm_bound_draws(f, node->models[i].expr);
      return all;
    }
  const terms *all = composed(f, node);
  const bool whole =
      all->phi && all->time && all->skewed && all->barriers && all->turn.delay;
  if (!whole)
    lcm_bound_refuse(f, node, "its closed form is too large");
  return whole ? all : lcm_bound_terms_new(f, lcm_expr_int(f->ctx, 0));
}
