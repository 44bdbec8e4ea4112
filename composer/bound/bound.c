/* Serialization analysis of a program at a point: numbers first, the closed
 * form where that takes too long. */
#include <math.h>

#include "composer/bound/bound.h"
#include "composer/bound/event.h"
#include "composer/bound/nodes.h"
#include "composer/bound/program.h"
#include "composer/bound/scope.h"
#include "composer/bound/terms/eval_internal.h"
#include "composer/bound/value.h"

enum { MAX_STEPS = 200000000 };

/* ---- preparing ---------------------------------------------------------- */

lcm_status lcm_bound_new(lcm_bound **out, lcm_ctx *ctx,
                         const lcm_program *program,
                         const struct lcm_bound_options *options) {
  const lcm_function *entry =
      program->entry ? lcm_program_function(program, program->entry) : NULL;
  if (!entry || !entry->body) {
    lcm_report(ctx, LCM_DIAG_ENTRY, (lcm_loc){0},
               "there is no function where the run begins");
    return LCM_EUSAGE;
  }
  lcm_bound *bound = LCM_NEW(lcm_ctx_arena(ctx), lcm_bound);
  bound->ctx = ctx;
  bound->program = program;
  bound->entry = entry;
  if (options)
    bound->options = *options;
  if (!bound->options.reductions && !bound->options.no_reductions)
    bound->options.reductions = LCM_REDUCE_EXACT;
  if (!bound->options.max_steps)
    bound->options.max_steps = MAX_STEPS;
  bound->table.ctx = ctx;
  bound->table.program = program;
  *out = bound;
  return LCM_OK;
}

/* Make the resources of the program known to "run". */
static void take_resources(struct lcm_bound_run *run, const lcm_node *node) {
  for (size_t i = 0; i < run->program->n_resources; i++) {
    const lcm_resource *of = &run->program->resources[i];
    double *ends = LCM_NEW_ARRAY(run->pool.arena, double, 2 * of->n_ranges + 1);
    for (size_t k = 0; k < of->n_ranges; k++) {
      ends[k] = lcm_bound_number(run, of->ranges[k].from, node);
      ends[of->n_ranges + k] = lcm_bound_number(run, of->ranges[k].to, node);
    }
    const struct lcm_bound_resource resource = {.of = of,
                                                .low = ends,
                                                .high = ends + of->n_ranges,
                                                .scalar = LCM_BOUND_NONE};
    lcm_map_put(run->pool.arena, &run->resource_at, of->name, i);
    LCM_LIST_ADD(run->pool.arena, &run->resources, resource);
  }
}

/* ---- results ------------------------------------------------------------ */

/* Return the name of element "id" as the model spells it: "c[1]". */
static const char *name_of(const struct lcm_bound_run *run, size_t id) {
  const struct lcm_bound_element *element = &run->pool.elements.at[id];
  const struct lcm_bound_resource *of = &run->resources.at[element->resource];
  const char *subscripts = "]";
  double rest = element->flat;
  for (size_t i = of->of->n_ranges; i-- > 0;) {
    const double extent = of->high[i] - of->low[i] + 1;
    const double quotient = floor(rest / extent);
    subscripts =
        lcm_arena_printf(run->pool.arena, "%s%.15g%s", i ? "," : "[",
                         of->low[i] + rest - quotient * extent, subscripts);
    rest = quotient;
  }
  return of->of->n_ranges ? lcm_arena_printf(run->pool.arena, "%s%s",
                                             of->of->name, subscripts)
                          : of->of->name;
}

/* Return whether element "a" comes before "b" in the model. */
static bool is_before(const struct lcm_bound_run *run, size_t a, size_t b) {
  const struct lcm_bound_element *x = &run->pool.elements.at[a];
  const struct lcm_bound_element *y = &run->pool.elements.at[b];
  return x->resource != y->resource ? x->resource < y->resource
                                    : x->flat < y->flat;
}

/* Return the element of "demands" but "except" with the largest load, of
 * several the first, or LCM_BOUND_NONE; put its load into "*load". */
static size_t largest(double *load, const struct lcm_bound_run *run,
                      const struct lcm_bound_demands *demands, size_t except) {
  size_t best = LCM_BOUND_NONE;
  *load = 0;
  for (size_t i = 0; demands && i < demands->n; i++) {
    const size_t id = demands->ids[i];
    const double own = lcm_bound_load(&run->pool.elements.at[id],
                                      demands->times[i], demands->visits[i]);
    if (id == except || own <= 0 || own < *load * (1 - 1e-12))
      continue;
    if (own <= *load * (1 + 1e-12) && best != LCM_BOUND_NONE &&
        !is_before(run, id, best))
      continue;
    *load = own;
    best = id;
  }
  return best;
}

/* Fill in what binds and what would bind next. */
static void find_binding(struct lcm_bound_result *out,
                         const struct lcm_bound_run *run,
                         const struct lcm_bound_value *value) {
  double load = 0;
  double second = 0;
  const size_t top = largest(&load, run, value->demands, LCM_BOUND_NONE);
  const bool resource = load > value->phi * (1 + 1e-12);
  const size_t next =
      largest(&second, run, value->demands, resource ? top : LCM_BOUND_NONE);
  out->omega = load;
  if (resource)
    out->resource = name_of(run, top);
  else if (value->time > value->phi * (1 + 1e-12) &&
           value->binds != LCM_BOUND_NONE)
    out->resource = name_of(run, value->binds);
  const bool path = resource && value->phi >= second;
  if (path)
    out->next = "critical path";
  else if (next != LCM_BOUND_NONE)
    out->next = name_of(run, next);
  out->next_time = path ? value->phi : second;
  out->theta = load > 0 && value->phi > 0 ? log(load / value->phi) : NAN;
}

/* Put the estimates of "value" that "run" was asked for into "*out", NaN for
 * all others; of random times there is the mean alone. */
static void estimate(struct lcm_bound_result *out,
                     const struct lcm_bound_run *run,
                     const struct lcm_bound_value *value) {
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++) {
    const bool known = run->contention & 1u << i && run->program->is_model &&
                       (i == LCM_CONTENTION_MVA || !value->random);
    out->estimates[i] = known ? value->estimates[i] : NAN;
  }
}

/* Put the outcome of "run" into "*out". */
static void finish(struct lcm_bound_result *out,
                   const struct lcm_bound_run *run,
                   const struct lcm_bound_value *value) {
  *out = (struct lcm_bound_result){.phi = value->phi,
                                   .time = value->time,
                                   .skewed = NAN,
                                   .barriers = NAN,
                                   .upper = NAN,
                                   .conjecture = NAN,
                                   .random = value->random,
                                   .random_max = run->random_max};
  if (value->has_skew)
    out->skewed = value->skewed;
  if (value->has_barrier)
    out->barriers = value->barriers;
  if (!value->random && !isnan(value->upper))
    out->upper = fmax(value->upper, value->time);
  if (!value->random && value->conjecture < value->upper * (1 - 1e-12))
    out->conjecture = value->conjecture;
  estimate(out, run, value);
  find_binding(out, run, value);
}

/* Return a result without bounds because of "reason" at "at". */
static struct lcm_bound_result nothing(const char *reason, lcm_loc at) {
  return (struct lcm_bound_result){.reason = reason,
                                   .reason_at = at,
                                   .phi = NAN,
                                   .omega = NAN,
                                   .time = NAN,
                                   .skewed = NAN,
                                   .barriers = NAN,
                                   .upper = NAN,
                                   .conjecture = NAN,
                                   .theta = NAN,
                                   .next_time = NAN,
                                   .estimates = {NAN, NAN, NAN}};
}

/* Visit the structure in at most "max_steps" steps. */
static lcm_status visit(struct lcm_bound_result *out, lcm_bound *bound,
                        const lcm_binding *env, size_t n,
                        unsigned long long max_steps) {
  const lcm_node *body = bound->entry->body;
  struct lcm_bound_run run = {.ctx = bound->ctx,
                              .joined = lcm_bound_events,
                              .program = bound->program,
                              .table = &bound->table,
                              .pool = {.arena = lcm_ctx_arena(bound->ctx)},
                              .contention = bound->options.contention,
                              .max_steps = max_steps};
  const struct lcm_bound_value *value = NULL;
  if (bound->program->is_model) {
    lcm_bound_bind_params(&run, env, n);
    take_resources(&run, body);
    value = lcm_bound_evaluate(&run, body);
    lcm_bound_unbind(&run, run.globals);
  } else
    value = lcm_bound_program(&run, bound, env, n);
  if (!lcm_bound_ended(&run) && value->syncs.n)
    (void)lcm_bound_all_events(&run, body);
  if (run.status)
    return run.status;
  if (run.reason)
    *out = nothing(run.reason, run.at->loc);
  else
    finish(out, &run, value);
  return LCM_OK;
}

/* Return the largest load on each resource that "value" demands; "*n" of
 * them. */
static const struct lcm_load *loads_of(const struct lcm_bound_run *run,
                                       const struct lcm_bound_value *value,
                                       size_t *n) {
  const struct lcm_bound_demands *demands = value->demands;
  struct lcm_load *loads =
      LCM_NEW_ARRAY(run->pool.arena, struct lcm_load, run->resources.n + 1);
  *n = 0;
  for (size_t r = 0; r < run->resources.n; r++) {
    struct lcm_load *own = &loads[*n];
    *own = (struct lcm_load){.resource = run->resources.at[r].of};
    for (size_t i = 0; demands && i < demands->n; i++) {
      const struct lcm_bound_element *element =
          &run->pool.elements.at[demands->ids[i]];
      const double load =
          lcm_bound_load(element, demands->times[i], demands->visits[i]);
      if (element->resource == r && load > own->load) {
        own->load = load;
        own->units = element->units;
      }
    }
    *n += own->load > 0;
  }
  return loads;
}

void lcm_bound_nodes(lcm_point *point, lcm_bound *bound, const lcm_binding *env,
                     size_t n) {
  struct lcm_bound_run run = {.ctx = bound->ctx,
                              .joined = lcm_bound_events,
                              .program = bound->program,
                              .table = &bound->table,
                              .pool = {.arena = lcm_ctx_arena(bound->ctx)},
                              .max_steps = LCM_BOUND_WALK};
  const bool muted = lcm_ctx_mute(bound->ctx, true);
  lcm_bound_bind_params(&run, env, n);
  take_resources(&run, bound->entry->body);
  const struct lcm_bound_value *value =
      lcm_bound_evaluate(&run, bound->entry->body);
  lcm_bound_unbind(&run, run.globals);
  if (!lcm_bound_ended(&run)) {
    point->loads = loads_of(&run, value, &point->n_loads);
    lcm_bound_walk(&point->occurrences, &point->n_occurrences, &run,
                   bound->entry);
  }
  (void)lcm_ctx_mute(bound->ctx, muted);
}

/* Count "node" in the size_t at "user". */
static lcm_status count_node(const lcm_node *node, void *user) {
  (void)node;
  return ++*(size_t *)user > LCM_BOUND_LARGE ? LCM_EBUDGET : LCM_OK;
}

/* Return whether "program" is small enough to look for its closed form unasked.
 */
static bool is_small(const lcm_program *program) {
  size_t n = 0;
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, count_node, &n))
      return false;
  return true;
}

lcm_status lcm_bound_at(struct lcm_bound_result *out, lcm_bound *bound,
                        const lcm_binding *env, size_t n) {
  const lcm_bound_how how = bound->options.how;
  lcm_status status = LCM_EBUDGET;
  if (how == LCM_BOUND_AUTO)
    status = visit(out, bound, env, n, LCM_BOUND_QUICK);
  if (status == LCM_EBUDGET &&
      (how == LCM_BOUND_FORMS ||
       (how == LCM_BOUND_AUTO && is_small(bound->program)))) {
    lcm_bound_names_list all = lcm_bound_env(bound, env, n);
    if (lcm_bound_form_at(out, bound, &all))
      return LCM_OK;
  }
  if (status == LCM_EBUDGET)
    status = visit(out, bound, env, n, bound->options.max_steps);
  if (status == LCM_EBUDGET)
    lcm_report(bound->ctx, LCM_DIAG_BUDGET, bound->entry->loc,
               "the bound takes more than %llu steps",
               bound->options.max_steps);
  return status;
}
