/* What a closed form says at a point, and from which values on each resource
 * binds. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "composer/bound/build.h"
#include "composer/bound/scope.h"
#include "composer/bound/terms/eval.h"
#include "composer/bound/terms/eval_internal.h"
#include "composer/bound/terms/prove.h"
#include "composer/gsl/gsl_root.h"

/* Elements of a resource that are looked at, operations of a search. */
enum { MAX_ELEMENTS = 1 << 20, MAX_SEARCH = 20000000 };

/* ---- values of forms ---------------------------------------------------- */

/* Return the value of "e" with "env", NaN where it has none or it takes more
 * than "*steps" operations. */
static double value_within(const lcm_expr *e, const lcm_bound_names_list *env,
                           unsigned long long *steps) {
  double value = 0;
  if (!e || lcm_expr_eval_within(&value, e, env->at, env->n, steps))
    return NAN;
  return value;
}

/* Return the value of "e" with "env", NaN where it has none. */
static double value_of(const lcm_expr *e, const lcm_bound_names_list *env) {
  unsigned long long steps = ULLONG_MAX;
  return value_within(e, env, &steps);
}

/* Return the value of the symbol "name" in "env", NaN where it has none. */
static double symbol_value(const char *name, const lcm_bound_names_list *env) {
  for (size_t i = env->n; i-- > 0;)
    if (!strcmp(env->at[i].name, name))
      return env->at[i].value;
  return NAN;
}

/* Return whether "form" holds with the values "env". */
static bool form_holds(const struct lcm_bound_form *form,
                       const lcm_bound_names_list *env) {
  bool holds = !form->reason;
  for (size_t i = 0; i < form->n_conditions && holds; i++)
    holds = value_of(form->conditions[i], env) > 0;
  for (size_t i = 0; i < form->n_wholes && holds; i++) {
    const double value = symbol_value(form->wholes[i], env);
    holds = isnan(value) || value == floor(value);
  }
  for (size_t i = 0; i < form->n_positives && holds; i++)
    holds = !(symbol_value(form->positives[i], env) < 0);
  return holds;
}

/* The element with the largest load. */
struct top {
  const struct lcm_bound_demand_form *demand; /* NULL: none */
  double load;
  double flat; /* its number in the array */
};

/* Return the load of "demand" at "env", in which the indices are bound. */
static double load_at(const struct lcm_bound_demand_form *demand,
                      const lcm_bound_names_list *env) {
  const struct lcm_bound_element element = {
      .units = value_of(demand->units, env),
      .service = demand->visits ? value_of(demand->service, env) : 0};
  return lcm_bound_load(&element, value_of(demand->time, env),
                        demand->visits ? value_of(demand->visits, env) : 0);
}

/* Bind the subscripts of element "flat" of "demand" in "env". */
static void bind_element(const struct lcm_bound_demand_form *demand,
                         lcm_bound_names_list *env, double flat) {
  for (size_t i = demand->resource->n_ranges; i-- > 0;) {
    const double low = value_of(demand->ranges[i].from, env);
    const double extent = value_of(demand->ranges[i].to, env) - low + 1;
    const double rest = floor(flat / extent);
    env->at[env->n++] =
        (lcm_binding){demand->ranges[i].index, low + flat - rest * extent};
    flat = rest;
  }
}

/* Return how many elements "demand" is about at "env". */
static double elements_at(const struct lcm_bound_demand_form *demand,
                          const lcm_bound_names_list *env) {
  double n = 1;
  for (size_t i = 0; i < demand->resource->n_ranges; i++)
    n *= value_of(demand->ranges[i].to, env) -
         value_of(demand->ranges[i].from, env) + 1;
  return n;
}

/* Put the elements with the two largest loads into "*first" and "*second". */
static void find_tops(struct top *first, struct top *second,
                      const struct lcm_bound_form *form,
                      lcm_bound_names_list *env) {
  for (size_t i = 0; i < form->n_demands; i++) {
    const struct lcm_bound_demand_form *demand = &form->demands[i];
    const double n = elements_at(demand, env);
    if (!demand->units)
      continue;
    for (double k = 0; k < n && k < MAX_ELEMENTS; k++) {
      const size_t bound = env->n;
      bind_element(demand, env, k);
      const struct top own = {demand, load_at(demand, env), k};
      env->n = bound;
      if (own.load > first->load * (1 + 1e-12)) {
        *second = *first;
        *first = own;
      } else if (own.load > second->load * (1 + 1e-12))
        *second = own;
    }
  }
}

/* Return the name of "top" as the model spells it, or NULL. */
static const char *name_of(lcm_ctx *ctx, const struct top *top,
                           lcm_bound_names_list *env) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  if (!top->demand)
    return NULL;
  const char *name = top->demand->resource->name;
  const size_t n = top->demand->resource->n_ranges;
  const size_t bound = env->n;
  bind_element(top->demand, env, top->flat);
  for (size_t i = 0; i < n; i++)
    name = lcm_arena_printf(arena, "%s%c%.15g", name, i ? ',' : '[',
                            env->at[bound + n - 1 - i].value);
  env->n = bound;
  return n ? lcm_arena_printf(arena, "%s]", name) : name;
}

bool lcm_bound_form_at(struct lcm_bound_result *out, lcm_bound *bound,
                       lcm_bound_names_list *env) {
  const struct lcm_bound_form *form = lcm_bound_form_of(bound);
  struct top first = {0};
  struct top second = {0};
  unsigned long long steps = bound->options.max_steps;
  if (!form_holds(form, env))
    return false;
  *out = (struct lcm_bound_result){
      .phi = value_within(form->phi, env, &steps),
      .omega = value_within(form->omega, env, &steps),
      .time = value_within(form->time, env, &steps),
      .skewed = value_within(form->skewed, env, &steps),
      .barriers = value_within(form->barriers, env, &steps),
      .upper = NAN,
      .conjecture = NAN,
      .theta = NAN,
      .random = form->random,
      .random_max = form->random_max,
      .estimates = {NAN, NAN, NAN}};
  if (!steps || isnan(out->phi) || isnan(out->omega) || isnan(out->time))
    return false;
  find_tops(&first, &second, form, env);
  const bool resource = first.load > out->phi * (1 + 1e-12);
  const struct top *next = resource ? &second : &first;
  const bool path = resource && out->phi >= second.load;
  out->resource = resource ? name_of(bound->ctx, &first, env) : NULL;
  out->next = path ? "critical path" : name_of(bound->ctx, next, env);
  out->next_time = path ? out->phi : next->load;
  if (out->omega > 0 && out->phi > 0)
    out->theta = log(out->omega / out->phi);
  return true;
}

/* ---- saturation --------------------------------------------------------- */

/* A demand less the critical path as a function of one param; "steps" are left
 * of the search. */
struct excess {
  const lcm_expr *e;
  const char *name;
  lcm_bound_names_list *env;
  unsigned long long *steps;
};

/* Return the value of the struct excess "user" at "x". */
static double excess_at(double x, void *user) {
  struct excess *excess = user;
  excess->env->at[excess->env->n++] = (lcm_binding){excess->name, x};
  const double value = value_within(excess->e, excess->env, excess->steps);
  excess->env->n--;
  return value;
}

/* Return from which value of its param on "excess" is above 0, or NaN. */
static double root_of(struct excess *excess) {
  struct lcm_root root;
  double low = 1;
  if (!(excess_at(low, excess) <= 0))
    return NAN;
  for (double high = 2; high < 1e12 && *excess->steps; low = high, high *= 2)
    if (excess_at(high, excess) > 0)
      return lcm_root_narrow(&root, (struct lcm_function1){excess_at, excess},
                             low, high)
                 ? NAN
                 : root.above;
  return NAN;
}

/* Return where "e", which is affine in "name", is 0; NULL where it is not. */
static const lcm_expr *exact_root(lcm_ctx *ctx, const lcm_expr *e,
                                  const char *name) {
  struct lcm_bound_algebra a = {.ctx = ctx};
  const lcm_expr *parts[2];
  if (!lcm_bound_affine(&a, e, name, parts) || lcm_expr_is_int(parts[0], 0))
    return NULL;
  return lcm_expr_expand(
      ctx, lcm_expr_neg(ctx, lcm_expr_div(ctx, parts[1], parts[0])));
}

lcm_status lcm_bound_saturations(const struct lcm_saturation **out, size_t *n,
                                 lcm_bound *bound, const lcm_binding *given,
                                 size_t n_given) {
  const struct lcm_bound_form *form = lcm_bound_form_of(bound);
  lcm_bound_names_list env = lcm_bound_env(bound, given, n_given);
  LCM_LIST(struct lcm_saturation) all = {0};
  unsigned long long steps = MAX_SEARCH;
  for (size_t i = 0; i < form->n_demands && !form->reason; i++) {
    const lcm_expr *e =
        lcm_expr_sub(bound->ctx, form->demands[i].load, form->phi);
    for (size_t k = 0; k < form->n_wholes && e; k++) {
      struct lcm_saturation found = {
          form->wholes[k], form->demands[i].resource->name, NAN, NULL};
      struct excess excess = {e, found.param, &env, &steps};
      if (!lcm_expr_has(e, found.param))
        continue;
      found.exact = exact_root(bound->ctx, e, found.param);
      found.value = found.exact ? value_within(found.exact, &env, &steps)
                                : root_of(&excess);
      if (found.exact && !(excess_at(found.value + 1, &excess) > 0))
        continue;
      if (found.value >= 1)
        LCM_LIST_ADD(lcm_ctx_arena(bound->ctx), &all, found);
    }
  }
  *out = all.at;
  *n = all.n;
  return LCM_OK;
}
