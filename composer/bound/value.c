/* The value of a node at a point: each iteration that differs from the one
 * before is visited. */
#include <math.h>
#include <string.h>

#include "composer/bound/join.h"
#include "composer/bound/period.h"
#include "composer/bound/scope.h"
#include "composer/bound/value.h"

enum { MAX_MEMO = 1 << 16 };

/* ---- memory of values --------------------------------------------------- */

/* Return the place of "node" with the values "names" in the memo of "run". */
static size_t memo_place(const struct lcm_bound_run *run, const lcm_node *node,
                         const double *names, size_t n) {
  size_t hash = ((size_t)(const char *)node >> 4) * 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < n; i++) {
    unsigned long long bits = 0;
    memcpy(&bits, &names[i], sizeof bits);
    hash = (hash ^ bits ^ (hash >> 29)) * 0xbf58476d1ce4e5b9u;
  }
  size_t i = (hash >> 17) & (run->memo_cap - 1);
  while (run->memo[i].node &&
         (run->memo[i].node != node ||
          (n && memcmp(run->memo[i].names, names, n * sizeof *names) != 0)))
    i = (i + 1) & (run->memo_cap - 1);
  return i;
}

/* Give the memo of "run" room for another value. */
static void grow_memo(struct lcm_bound_run *run) {
  struct lcm_bound_memo *old = run->memo;
  const size_t cap = run->memo_cap;
  if (2 * (run->n_memo + 1) <= cap)
    return;
  run->memo_cap = cap ? 2 * cap : 64;
  run->memo =
      LCM_NEW_ARRAY(run->pool.arena, struct lcm_bound_memo, run->memo_cap);
  for (size_t i = 0; i < cap; i++)
    if (old[i].node)
      run->memo[memo_place(run, old[i].node, old[i].names, old[i].n)] = old[i];
}

/* Return the value of "node" by "compute", kept for the next time that its free
 * names have the same values; what a wait takes depends on what came before. */
static struct lcm_bound_value *
remembered(struct lcm_bound_run *run, const lcm_node *node,
           struct lcm_bound_value *(*compute)(struct lcm_bound_run *,
                                              const lcm_node *)) {
  const struct lcm_bound_traits *traits = lcm_bound_traits_of(run->table, node);
  if (run->n_memo >= MAX_MEMO || traits->n_lets || traits->sync)
    return compute(run, node);
  double *names = LCM_NEW_ARRAY(run->pool.arena, double, traits->n + 1);
  for (size_t i = 0; i < traits->n; i++)
    names[i] = lcm_bound_lookup(run, traits->names[i]);
  grow_memo(run);
  const size_t at = memo_place(run, node, names, traits->n);
  if (run->memo[at].node)
    return run->memo[at].value;
  struct lcm_bound_value *value = compute(run, node);
  value->shared = true;
  if (value->demands)
    value->demands->shared = true;
  grow_memo(run);
  run->memo[memo_place(run, node, names, traits->n)] =
      (struct lcm_bound_memo){node, names, traits->n, value};
  run->n_memo++;
  return value;
}

/* ---- resources ---------------------------------------------------------- */

/* Return the number of the resource "name": a lock where none is declared. */
static size_t resource_of(struct lcm_bound_run *run, const char *name) {
  lcm_arena *arena = run->pool.arena;
  size_t at = 0;
  if (lcm_map_get(&run->resource_at, name, &at))
    return at;
  lcm_resource *lock = LCM_NEW(arena, lcm_resource);
  lock->name = name;
  lock->multiplicity = lcm_expr_int(run->ctx, 1);
  const struct lcm_bound_resource fresh = {.of = lock,
                                           .scalar = LCM_BOUND_NONE};
  lcm_map_put(arena, &run->resource_at, name, run->resources.n);
  LCM_LIST_ADD(arena, &run->resources, fresh);
  return run->resources.n - 1;
}

/* Return how far "value", computed from whole numbers, may be from one. */
static double rounding(double value) { return 1e-9 + 1e-15 * fabs(value); }

/* Return the number of the element that "of" names in the array "resource". */
static double flat_index(struct lcm_bound_run *run,
                         const struct lcm_bound_resource *resource,
                         const struct lcm_instance *of, const lcm_node *node) {
  double flat = 0;
  if (of->n_indices != resource->of->n_ranges) {
    lcm_report(run->ctx, LCM_DIAG_STRUCTURE, node->loc,
               "'%s' has %zu subscripts, not %zu", of->name,
               resource->of->n_ranges, of->n_indices);
    run->status = LCM_ESTRUCT;
    return 0;
  }
  for (size_t i = 0; i < of->n_indices; i++) {
    const double value = lcm_bound_number(run, of->indices[i], node);
    const double whole = round(value);
    const double low = resource->low[i];
    const double high = resource->high[i];
    if (fabs(value - whole) > rounding(value) || whole < low || whole > high) {
      if (!lcm_bound_ended(run)) {
        lcm_report(run->ctx, LCM_DIAG_DOMAIN, node->loc,
                   "the subscript %.15g of '%s' is not one of %.15g..%.15g",
                   value, of->name, low, high);
        run->status = LCM_EDOMAIN;
      }
      return 0;
    }
    flat = flat * (high - low + 1) + (whole - low);
  }
  return flat;
}

/* Return element "flat" of the resource numbered "r", its multiplicity and
 * service time evaluated. */
static size_t new_element(struct lcm_bound_run *run, size_t r, double flat,
                          const lcm_node *node) {
  const lcm_resource *of = run->resources.at[r].of;
  const size_t bound = run->stack.n;
  double rest = flat;
  for (size_t i = of->n_ranges; i-- > 0;) {
    const double low = run->resources.at[r].low[i];
    const double extent = run->resources.at[r].high[i] - low + 1;
    const double quotient = floor(rest / extent);
    if (of->ranges[i].index)
      lcm_bound_bind(run, of->ranges[i].index, low + rest - quotient * extent);
    rest = quotient;
  }
  struct lcm_bound_element element = {.resource = r,
                                      .flat = flat,
                                      .units = INFINITY,
                                      .ps = of->discipline == LCM_PS};
  if (of->multiplicity)
    element.units = lcm_bound_number(run, of->multiplicity, node);
  if (of->service && !element.ps)
    element.service = lcm_bound_number(run, of->service, node);
  lcm_bound_unbind(run, bound);
  if (!lcm_bound_ended(run) &&
      (element.units < 1 || element.units != floor(element.units))) {
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, of->loc.file ? of->loc : node->loc,
               "the multiplicity %.15g of '%s' is not a whole number above 0",
               element.units, of->name);
    run->status = LCM_EDOMAIN;
  }
  LCM_LIST_ADD(run->pool.arena, &run->pool.elements, element);
  return run->pool.elements.n - 1;
}

/* Return the number of the element that "of" names at "node". */
static size_t element_of(struct lcm_bound_run *run,
                         const struct lcm_instance *of, const lcm_node *node) {
  const size_t r = resource_of(run, of->name);
  struct lcm_bound_resource *resource = &run->resources.at[r];
  size_t at = 0;
  if (!resource->of->n_ranges && !of->n_indices) {
    if (resource->scalar == LCM_BOUND_NONE) {
      const size_t fresh = new_element(run, r, 0, node);
      run->resources.at[r].scalar = fresh;
    }
    return run->resources.at[r].scalar;
  }
  const double flat = flat_index(run, resource, of, node);
  if (lcm_bound_ended(run))
    return 0;
  const void *key = (const void *)((uintptr_t)flat + 1);
  if (lcm_map_get(&resource->elements, key, &at))
    return at;
  at = new_element(run, r, flat, node);
  lcm_map_put(run->pool.arena, &run->resources.at[r].elements, key, at);
  return at;
}

/* ---- basic statements --------------------------------------------------- */

/* Return the value of waiting for "time". */
static struct lcm_bound_value *delay(struct lcm_bound_run *run, double time) {
  struct lcm_bound_value *value = lcm_bound_value_new(run);
  value->phi = value->time = value->skewed = value->barriers = time;
  value->work = value->upper = value->conjecture = time;
  value->cycle.delay = time;
  value->width = 1;
  value->turns = time <= 0;
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
    value->estimates[i] = time;
  return value;
}

/* Return the time of "e" at "node", which must not be negative. */
static double time_of(struct lcm_bound_run *run, const lcm_expr *e,
                      const lcm_node *node) {
  const double time = lcm_bound_number(run, e, node);
  if (time < 0 && !lcm_bound_ended(run)) {
    lcm_report(run->ctx, LCM_DIAG_NEGATIVE_COST, node->loc,
               "the time is negative (%g) at this point", time);
    run->status = LCM_EDOMAIN;
  }
  return fmax(0, time);
}

/* Return the demand of "time" for the element "id". */
static struct lcm_bound_use demand_of(const struct lcm_bound_run *run,
                                      size_t id, double time) {
  const double service = run->pool.elements.at[id].service;
  const double visits = service > 0 ? floor(time / service + 1e-9) : 0;
  return (struct lcm_bound_use){id, time, visits};
}

/* Add the demands of "node", whose possession lasts "time", to "value". */
static void possess(struct lcm_bound_run *run, struct lcm_bound_value *value,
                    const lcm_node *node, double time) {
  const size_t n = node->u.resource.n_instances;
  bool overlap = false;
  size_t last = 0;
  for (size_t i = 0; i < n && !lcm_bound_ended(run); i++) {
    last = element_of(run, &node->u.resource.instances[i], node);
    if (lcm_bound_ended(run) || isinf(run->pool.elements.at[last].units))
      continue;
    const struct lcm_bound_use use = demand_of(run, last, time);
    value->demands =
        lcm_bound_join(&run->pool, value->demands,
                       lcm_bound_demand(&run->pool, use), &overlap);
  }
  value->nested = value->nested || n > 1;
  value->cycle.is = value->cycle.is && !value->demands;
  value->turns = 0;
  if (n != 1 || lcm_bound_ended(run))
    return;
  const struct lcm_bound_element *element = &run->pool.elements.at[last];
  if (element->ps && !isinf(element->units)) {
    value->head = last;
    value->head_time = time;
  }
  if (element->units != 1 || element->ps ||
      (element->service > 0 && element->service < time))
    return;
  value->turns = node->kind == LCM_NODE_USE;
  value->cycle = (struct lcm_bound_cycle){
      .is = true, .count = 1, .n = 1, .first = {last, time, 0}};
}

/* Return the value of the USE "node". */
static struct lcm_bound_value *evaluate_use(struct lcm_bound_run *run,
                                            const lcm_node *node) {
  const double time = time_of(run, node->u.resource.time, node);
  struct lcm_bound_value *value = delay(run, time);
  possess(run, value, node, time);
  value->random = lcm_bound_is_random(run, node->u.resource.time);
  if (value->random)
    value->demands = lcm_bound_without_visits(&run->pool, value->demands);
  return value;
}

/* Return the values of the children of "node" one after the other. */
static struct lcm_bound_value *children(struct lcm_bound_run *run,
                                        const lcm_node *node) {
  if (node->n_children == 1)
    return lcm_bound_evaluate(run, node->children[0]);
  struct lcm_bound_value *all = lcm_bound_value_new(run);
  for (size_t i = 0; i < node->n_children && !lcm_bound_ended(run); i++)
    lcm_bound_series(run, all, lcm_bound_evaluate(run, node->children[i]), 1);
  return all;
}

/* Return the value of the USING "node": its demand is the bound of what it
 * holds the resources for (van Gemund 1996, 3.18). */
static struct lcm_bound_value *evaluate_using(struct lcm_bound_run *run,
                                              const lcm_node *node) {
  struct lcm_bound_value *value = lcm_bound_value_new(run);
  struct lcm_bound_value *body = children(run, node);
  const bool plain = !body->demands && !body->syncs.n;
  lcm_bound_series(run, value, body, 1);
  value->nested = value->nested || !plain;
  value->cycle.is = plain;
  value->head = LCM_BOUND_NONE;
  if (node->u.resource.n_instances)
    possess(run, value, node, value->time);
  if (!plain)
    value->cycle.is = false;
  return value;
}

/* Return the value of the SIGNAL or WAIT "node". */
static struct lcm_bound_value *evaluate_sync(struct lcm_bound_run *run,
                                             const lcm_node *node) {
  struct lcm_bound_value *value = lcm_bound_value_new(run);
  const struct lcm_bound_sync sync = {lcm_bound_condition(run, node),
                                      node->kind == LCM_NODE_SIGNAL,
                                      node->kind == LCM_NODE_WAIT};
  value->cycle.is = false;
  value->turns = 0;
  if (sync.signals)
    lcm_bound_signal(run, sync.condition);
  LCM_LIST_ADD(run->pool.arena, &value->syncs, sync);
  return value;
}

/* ---- composed statements ------------------------------------------------ */

/* Return the value of the PARALLEL "node". */
static struct lcm_bound_value *evaluate_parallel(struct lcm_bound_run *run,
                                                 const lcm_node *node) {
  struct lcm_bound_fork fork;
  const size_t bound = run->stack.n;
  lcm_bound_fork_begin(run, &fork);
  for (size_t i = 0; i < node->n_children && !lcm_bound_ended(run); i++) {
    struct lcm_bound_value *branch = lcm_bound_evaluate(run, node->children[i]);
    lcm_bound_unbind(run, bound);
    lcm_bound_branch(run, &fork, branch, 1);
  }
  return lcm_bound_fork_end(run, &fork, node);
}

/* Return the number of values of the range "range" at "node", with the first
 * in "*from" and the distance in "*step"; a "*factor" of 0: none. */
static double extent_of(struct lcm_bound_run *run, const lcm_iteration *range,
                        const lcm_node *node, double ends[3]) {
  ends[0] = lcm_bound_number(run, range->from, node);
  const double to = lcm_bound_number(run, range->to, node);
  ends[1] = range->step ? lcm_bound_number(run, range->step, node) : 1;
  ends[2] = range->factor ? lcm_bound_number(run, range->factor, node) : 0;
  if (lcm_bound_ended(run))
    return 0;
  const double n =
      range->factor
          ? floor(log(to / ends[0]) / log(ends[2]) + 1e-9) + 1
          : floor((to - ends[0]) / ends[1] + rounding(to / ends[1])) + 1;
  if (isfinite(n))
    return fmax(0, n);
  lcm_bound_give_up(run, node, "the number of iterations is not known");
  return 0;
}

/* Return whether iterations of the loop of "span" are alike for all but the
 * ranges up to it. */
static bool is_uniform(struct lcm_bound_run *run,
                       const struct lcm_bound_span *span) {
  const lcm_node *node = span->node;
  const char *index = node->u.loop.ranges[span->k].index;
  bool uniform = !node->n_children ||
                 !lcm_bound_names(
                     lcm_bound_traits_of(run->table, node->children[0]), index);
  for (size_t j = span->k + 1; j < node->u.loop.n_ranges && uniform; j++)
    uniform = !lcm_expr_has(node->u.loop.ranges[j].from, index) &&
              !lcm_expr_has(node->u.loop.ranges[j].to, index);
  return uniform;
}

/* A visit of iterations: of "copies" loops, for "each". */
struct visit {
  struct lcm_bound_run *run;
  const lcm_node *node;
  lcm_bound_each each;
  void *user;
};

static void iterate_range(const struct visit *v, size_t k, double copies);

/* Visit the values of "span", whose distance is a number, and the ranges
 * inside: of those that are a period apart the first one, in loops whose
 * iterations have no order, and of those next to each other that are alike. */
static void iterate_span(const struct visit *v,
                         const struct lcm_bound_span *span, double copies) {
  struct lcm_bound_run *run = v->run;
  const char *index = v->node->u.loop.ranges[span->k].index;
  const size_t bound = run->stack.n;
  const bool quotients = lcm_bound_has_quotients(run, span);
  const double period =
      v->node->kind == LCM_NODE_PARLOOP ? lcm_bound_period(run, span) : 0;
  const double last = period > 0 ? period : span->n;
  const double times = floor(span->n / last);
  const double rest = span->n - times * last;
  double alike = 1;
  for (double i = 0; i < last && !lcm_bound_ended(run); i += alike) {
    lcm_bound_bind(run, index, span->from + i * span->step);
    alike = quotients ? lcm_bound_steady(run, span, i) : 1;
    alike = fmin(alike, (i < rest ? rest : last) - i);
    iterate_range(v, span->k + 1,
                  copies * alike * (i < rest ? times + 1 : times));
    lcm_bound_unbind(run, bound);
  }
}

/* Visit the values of range "k" and those inside, for "copies" equal ones. */
static void iterate_range(const struct visit *v, size_t k, double copies) {
  struct lcm_bound_run *run = v->run;
  if (k == v->node->u.loop.n_ranges) {
    v->each(run, v->node, copies, v->user);
    return;
  }
  const lcm_iteration *range = &v->node->u.loop.ranges[k];
  double ends[3];
  const double n = extent_of(run, range, v->node, ends);
  const struct lcm_bound_span span = {v->node, k, ends[0], ends[1], n};
  const size_t bound = run->stack.n;
  const double shares = is_uniform(run, &span) ? n : 1;
  double value = ends[0];
  if (n > 0 && shares == 1 && !range->factor) {
    iterate_span(v, &span, copies);
    return;
  }
  for (double i = 0; i < n && !lcm_bound_ended(run); i += shares) {
    lcm_bound_bind(run, range->index, value);
    iterate_range(v, k + 1, copies * shares);
    lcm_bound_unbind(run, bound);
    value = range->factor ? value * ends[2] : ends[0] + (i + 1) * ends[1];
  }
}

void lcm_bound_iterate(struct lcm_bound_run *run, const lcm_node *node,
                       lcm_bound_each each, void *user) {
  if (!node->u.loop.n_ranges) {
    if (!node->u.loop.count)
      lcm_bound_give_up(run, node, "the number of iterations is not known");
    else
      each(run, node, fmax(0, lcm_bound_number(run, node->u.loop.count, node)),
           user);
    return;
  }
  const struct visit visit = {run, node, each, user};
  iterate_range(&visit, 0, 1);
}

/* Add an iteration of a sequential loop to the value "user"; what the first of
 * several equal ones signals stays true in the others. */
static void add_iteration(struct lcm_bound_run *run, const lcm_node *node,
                          double copies, void *user) {
  if (!node->n_children || copies <= 0)
    return;
  const bool sync = lcm_bound_traits_of(run->table, node)->sync;
  lcm_bound_series(run, user, children(run, node), sync ? 1 : copies);
  if (sync && copies > 1)
    lcm_bound_series(run, user, children(run, node), copies - 1);
}

/* Add an iteration of a parallel loop to the fork "user". */
static void add_branch(struct lcm_bound_run *run, const lcm_node *node,
                       double copies, void *user) {
  if (node->n_children && copies > 0)
    lcm_bound_branch(run, user, children(run, node), copies);
}

/* Return whether the ranges of the loop "node" are random. */
static bool random_ranges(struct lcm_bound_run *run, const lcm_node *node) {
  bool random = lcm_bound_is_random(run, node->u.loop.count);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    random = random || lcm_bound_is_random(run, node->u.loop.ranges[i].from) ||
             lcm_bound_is_random(run, node->u.loop.ranges[i].to);
  return random;
}

/* Add the iterations of the sequential loop "node" to "all" where those a
 * period apart are alike: a period, and what is left; false for other loops. */
static bool add_periods(struct lcm_bound_run *run, const lcm_node *node,
                        struct lcm_bound_value *all) {
  double ends[3];
  if (node->u.loop.n_ranges != 1 || node->u.loop.ranges[0].factor)
    return false;
  const double n = extent_of(run, &node->u.loop.ranges[0], node, ends);
  struct lcm_bound_span span = {node, 0, ends[0], ends[1], n};
  const double period =
      n > 0 && !is_uniform(run, &span) ? lcm_bound_period(run, &span) : 0;
  if (!(period > 0))
    return false;
  struct lcm_bound_value *part = lcm_bound_value_new(run);
  const struct visit once = {run, node, add_iteration, part};
  const struct visit left = {run, node, add_iteration, all};
  span.n = period;
  iterate_span(&once, &span, 1);
  lcm_bound_series(run, all, part, floor(n / period));
  span.n = n - floor(n / period) * period;
  if (span.n > 0)
    iterate_span(&left, &span, 1);
  return true;
}

/* Return the value of the loop "node". */
static struct lcm_bound_value *evaluate_loop(struct lcm_bound_run *run,
                                             const lcm_node *node) {
  const struct lcm_bound_traits *traits = lcm_bound_traits_of(run->table, node);
  struct lcm_bound_fork fork;
  if (node->kind == LCM_NODE_PARLOOP) {
    lcm_bound_fork_begin(run, &fork);
    fork.all->random = random_ranges(run, node);
    lcm_bound_iterate(run, node, add_branch, &fork);
    return lcm_bound_fork_end(run, &fork, node);
  }
  struct lcm_bound_value *all = lcm_bound_value_new(run);
  if (traits->carried)
    lcm_bound_give_up(
        run, node,
        lcm_arena_printf(run->pool.arena,
                         "'%s' is carried from one iteration to the next",
                         traits->carried));
  all->random = random_ranges(run, node);
  if (!add_periods(run, node, all))
    lcm_bound_iterate(run, node, add_iteration, all);
  lcm_bound_lose(run, traits);
  return all;
}

/* Add "next" with the chance "chance" to the mean "all". */
static void add_chance(struct lcm_bound_run *run, struct lcm_bound_value *all,
                       const lcm_node *node, struct lcm_bound_value *next,
                       double chance) {
  if (next->syncs.n)
    lcm_bound_give_up(run, node, "whether it signals or waits is random");
  struct lcm_bound_value *mean = lcm_bound_value_new(run);
  lcm_bound_series(run, mean, next, 1);
  mean->demands = lcm_bound_without_visits(&run->pool, mean->demands);
  lcm_bound_series(run, all, mean, chance);
  all->cycle.is = false;
  all->turns = 0;
  all->head = LCM_BOUND_NONE;
  all->random = true;
}

/* Return the value of the BRANCH "node": of what is taken, or the mean. */
static struct lcm_bound_value *evaluate_branch(struct lcm_bound_run *run,
                                               const lcm_node *node) {
  const size_t bound = run->stack.n;
  double *chances = LCM_NEW_ARRAY(run->pool.arena, double, node->n_children);
  const bool random = lcm_bound_chances(run, node, chances);
  struct lcm_bound_value *all = NULL;
  for (size_t i = 0; i < node->n_children && !lcm_bound_ended(run); i++) {
    if (chances[i] <= 0)
      continue;
    struct lcm_bound_value *next = lcm_bound_evaluate(run, node->children[i]);
    if (!random)
      return next;
    all = all ? all : lcm_bound_value_new(run);
    lcm_bound_unbind(run, bound);
    add_chance(run, all, node, next, chances[i]);
  }
  if (random)
    lcm_bound_lose(run, lcm_bound_traits_of(run->table, node));
  return all ? all : lcm_bound_value_new(run);
}

/* Return the value of the CALL "node". */
static struct lcm_bound_value *evaluate_call(struct lcm_bound_run *run,
                                             const lcm_node *node) {
  size_t saved[2];
  const lcm_node *body = lcm_bound_enter(run, node, saved);
  if (!body)
    return lcm_bound_value_new(run);
  struct lcm_bound_value *value = lcm_bound_evaluate(run, body);
  lcm_bound_leave(run, saved);
  return value;
}

/* Return the value of "node" without models of its own. */
static struct lcm_bound_value *compose(struct lcm_bound_run *run,
                                       const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_FRAGMENT:
    return delay(run, 0);
  case LCM_NODE_SERIES:
    return children(run, node);
  case LCM_NODE_PARALLEL:
    return evaluate_parallel(run, node);
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    return remembered(run, node, evaluate_loop);
  case LCM_NODE_BRANCH:
    return evaluate_branch(run, node);
  case LCM_NODE_CALL:
    return remembered(run, node, evaluate_call);
  case LCM_NODE_LET:
    lcm_bound_let(run, node);
    return lcm_bound_value_new(run);
  case LCM_NODE_USE:
    return evaluate_use(run, node);
  case LCM_NODE_USING:
    return evaluate_using(run, node);
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    return evaluate_sync(run, node);
  case LCM_NODE_WHILE:
    lcm_bound_give_up(run, node, "how often a while loop runs is not known");
    break;
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    lcm_bound_give_up(run, node,
                      "a possession that begins and ends by P and V has no "
                      "bound");
    break;
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    lcm_bound_give_up(run, node, "it is no part of a model");
    break;
  }
  return lcm_bound_value_new(run);
}

struct lcm_bound_value *lcm_bound_evaluate(struct lcm_bound_run *run,
                                           const lcm_node *node) {
  if (node->ignored || lcm_bound_ended(run))
    return lcm_bound_value_new(run);
  if (++run->steps > run->max_steps) {
    run->status = LCM_EBUDGET;
    return lcm_bound_value_new(run);
  }
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(node->models[i].category, "time")) {
      struct lcm_bound_value *value =
          delay(run, time_of(run, node->models[i].expr, node));
      value->random = lcm_bound_is_random(run, node->models[i].expr);
      return value;
    }
  return compose(run, node);
}
