/* Makes the closed form of a program: what is assumed of its names, and the
 * reductions that are allowed.  How long an expression is. */
#include "composer/bound/build.h"

#include <math.h>
#include <string.h>

#include "composer/bound/internal.h"
#include "composer/bound/terms/form.h"
#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/serialize.h"
#include "composer/bound/terms/terms.h"
#include "composer/formula/formula.h"

/* Lengths of expressions that were met. */
struct measuring {
  lcm_ctx *ctx;
  lcm_map at;
  LCM_LIST(double) lengths;
};

/* Return how many operators and operands "e" has when it is written out. */
static double length_of(struct measuring *m, const lcm_expr *e) {
  double length = 1;
  size_t at = 0;
  if (lcm_map_get(&m->at, e, &at))
    return m->lengths.at[at];
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    length += length_of(m, lcm_expr_arg(e, i));
  lcm_map_put(lcm_ctx_arena(m->ctx), &m->at, e, m->lengths.n);
  LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &m->lengths, length);
  return length;
}

/* Return how many operators and operands "e" (or NULL) has when it is written
 * out, common parts as often as they occur. */
static double lcm_bound_length_of(lcm_ctx *ctx, const lcm_expr *e) {
  struct measuring m = {.ctx = ctx};
  return e ? length_of(&m, e) : 0;
}

/* Bytes that a closed form is worth: some seconds.  Beyond that it is of no use
 * to a reader, nor faster than visiting the structure. */
enum { MAX_MEMORY = 1 << 28 };

/* What was assumed of a symbol before a form was built. */
struct domain {
  const char *name;
  double low;
  double high;
  bool whole;
};

/* A form being prepared: names that make ranges and subscripts, names that are
 * times, domains to put back. */
struct preparing {
  struct lcm_bound_forming *f;
  LCM_LIST(struct domain) domains;
  LCM_LIST(const char *) counts;
};

/* Add the names in "e" (or NULL) to those that count. */
static void count_names(struct preparing *p, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, p->f->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    bool known = false;
    for (size_t k = 0; k < p->counts.n && !known; k++)
      known = p->counts.at[k] == names[i];
    if (!known)
      LCM_LIST_ADD(lcm_ctx_arena(p->f->ctx), &p->counts, names[i]);
  }
}

/* Add the names under roundings and remainders in "e" (or NULL). */
static void count_rounded(struct preparing *p, const lcm_expr *e) {
  if (!e)
    return;
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_FLOOR || kind == LCM_X_CEIL || kind == LCM_X_MOD ||
      kind == LCM_X_DIV) {
    count_names(p, e);
    return;
  }
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    count_rounded(p, lcm_expr_arg(e, i));
}

/* Take "e", a time, as not negative where it is a symbol. */
static void take_time(struct lcm_bound_forming *f, const lcm_expr *e) {
  const char *const *names = NULL;
  if (!e || lcm_expr_names(&names, f->ctx, e) != 1)
    return;
  const lcm_expr *symbol = lcm_expr_symbol(f->ctx, names[0], LCM_DIM_NONE);
  const lcm_expr *factor = lcm_expr_div(f->ctx, e, symbol);
  double value = 0;
  if (factor && lcm_expr_is_number(factor, &value) && value > 0)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->positives, names[0]);
}

/* Note what "node" says of names. */
static lcm_status note_names(const lcm_node *node, void *user) {
  struct preparing *p = user;
  for (size_t i = 0; i < node->n_models; i++) {
    take_time(p->f, node->models[i].expr);
    count_rounded(p, node->models[i].expr);
  }
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
      count_names(p, node->u.loop.ranges[i].from);
      count_names(p, node->u.loop.ranges[i].to);
    }
    break;
  case LCM_NODE_BRANCH:
    for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++)
      count_rounded(p, node->u.branch.conditions[i]);
    break;
  case LCM_NODE_USE:
    take_time(p->f, node->u.resource.time);
    count_rounded(p, node->u.resource.time);
    for (size_t i = 0; i < node->u.resource.n_instances; i++)
      for (size_t k = 0; k < node->u.resource.instances[i].n_indices; k++)
        count_names(p, node->u.resource.instances[i].indices[k]);
    break;
  case LCM_NODE_CALL:
    for (size_t i = 0; i < node->u.call.n_args; i++)
      count_names(p, node->u.call.args[i]);
    break;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODE_LET:
  case LCM_NODE_USING:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return LCM_OK;
}

/* Note what the program says of names. */
static void note_program(struct preparing *p) {
  const lcm_program *program = p->f->program;
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, note_names, p))
      return;
  for (size_t i = 0; i < program->n_resources; i++) {
    count_names(p, program->resources[i].multiplicity);
    for (size_t k = 0; k < program->resources[i].n_ranges; k++) {
      count_names(p, program->resources[i].ranges[k].from);
      count_names(p, program->resources[i].ranges[k].to);
    }
  }
}

/* Return whether "name" is among the "n" names at "names". */
static bool is_among(const char *name, const char *const *names, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (names[i] == name)
      return true;
  return false;
}

/* Assume what can be assumed of "param", and remember what was. */
static void assume_param(struct preparing *p, const lcm_param *param) {
  struct lcm_bound_forming *f = p->f;
  const lcm_expr *symbol = lcm_expr_symbol(f->ctx, param->name, LCM_DIM_NONE);
  struct domain was = {.name = param->name};
  double low = 0;
  double high = 0;
  double limit = 0;
  lcm_expr_bounds(&was.low, &was.high, symbol);
  was.whole = lcm_bound_is_whole(f->ctx, symbol);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &p->domains, was);
  low =
      param->low && lcm_expr_is_number(param->low, &limit) ? limit : -INFINITY;
  high =
      param->high && lcm_expr_is_number(param->high, &limit) ? limit : INFINITY;
  if (is_among(param->name, f->positives.at, f->positives.n))
    low = fmax(low, 0);
  const bool whole = is_among(param->name, p->counts.at, p->counts.n) &&
                     (!param->value || lcm_param_is_whole(param));
  if (whole)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->wholes, param->name);
  lcm_expr_assume(f->ctx, symbol, low, high, whole);
}

/* Make the resources known to "f". */
static void take_resources(struct lcm_bound_forming *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  for (size_t i = 0; i < f->program->n_resources; i++) {
    const lcm_resource *of = &f->program->resources[i];
    struct lcm_bound_shared shared = {
        .of = of,
        .ranges = LCM_NEW_ARRAY(arena, struct lcm_range, of->n_ranges + 1)};
    const size_t bound = f->values.n;
    for (size_t k = 0; k < of->n_ranges; k++) {
      const struct lcm_range range = {lcm_intern(f->ctx, k ? "n" : "m"),
                                      lcm_bound_value_of(f, of->ranges[k].from),
                                      lcm_bound_value_of(f, of->ranges[k].to)};
      shared.ranges[k] = lcm_bound_open_range(&f->algebra, range);
      if (of->ranges[k].index)
        lcm_bound_let_form(
            f, of->ranges[k].index,
            lcm_expr_symbol(f->ctx, shared.ranges[k].index, LCM_DIM_NONE));
    }
    shared.units = lcm_bound_value_of(f, of->multiplicity);
    const lcm_expr *service = lcm_bound_value_of(f, of->service);
    if (service && lcm_dim_equal(lcm_expr_dim(service), LCM_DIM_TIME))
      service = lcm_expr_div(f->ctx, service,
                             lcm_expr_unit(f->ctx, lcm_measure_find("s")));
    shared.service = of->discipline == LCM_PS ? NULL : service;
    f->values.n = bound;
    LCM_LIST_ADD(arena, &f->resources, shared);
  }
}

/* Let params that have no value but what they are tied to stand for that. */
static void take_params(struct preparing *p) {
  struct lcm_bound_forming *f = p->f;
  for (size_t i = 0; i < f->program->n_params; i++) {
    const lcm_param *param = &f->program->params[i];
    if (!param->value ||
        lcm_dim_equal(lcm_expr_dim(param->value), LCM_DIM_NONE))
      assume_param(p, param);
  }
}

/* Put the result "all" into "form". */
static void fill(struct lcm_bound_form *form, struct lcm_bound_forming *f,
                 const struct lcm_bound_terms *all) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  struct lcm_bound_demand_form *demands =
      LCM_NEW_ARRAY(arena, struct lcm_bound_demand_form, all->demands.n + 1);
  form->phi = all->phi;
  form->omega = lcm_bound_omega(f, all);
  form->time = all->time;
  form->skewed = all->has_skew ? all->skewed : NULL;
  form->barriers = all->has_barrier ? all->barriers : NULL;
  for (size_t i = 0; i < all->demands.n; i++) {
    const struct lcm_bound_entry *entry = &all->demands.at[i];
    const struct lcm_bound_shared *shared = &f->resources.at[entry->resource];
    demands[i] = (struct lcm_bound_demand_form){shared->of,
                                                shared->ranges,
                                                shared->units,
                                                shared->service,
                                                entry->time,
                                                entry->visits,
                                                lcm_bound_load_of(f, entry)};
  }
  form->demands = demands;
  form->n_demands = all->demands.n;
  form->equations = f->equations.at;
  form->n_equations = f->equations.n;
  form->cost = lcm_formula_cost(f->ctx, form->time);
  form->length = fmax(lcm_bound_length_of(f->ctx, form->time),
                      lcm_bound_length_of(f->ctx, form->skewed));
  form->random = all->random;
  form->random_max = f->random_max;
  form->wholes = f->wholes.at;
  form->n_wholes = f->wholes.n;
  form->positives = f->positives.at;
  form->n_positives = f->positives.n;
}

/* Return whether condition "i" of "f" follows from another. */
static bool is_implied(struct lcm_bound_forming *f, size_t i) {
  for (size_t k = 0; k < f->algebra.conditions.n; k++) {
    double gap = -1;
    const lcm_expr *e = lcm_expr_expand(
        f->ctx, lcm_expr_sub(f->ctx, f->algebra.conditions.at[i],
                             f->algebra.conditions.at[k]));
    if (k != i && e && lcm_expr_is_number(e, &gap) &&
        (gap > 0 || (gap == 0 && k < i)))
      return true;
  }
  return false;
}

/* Put the conditions of "f" into "form": as they are where nothing is assumed
 * any more. */
static void fill_conditions(struct lcm_bound_form *form,
                            struct lcm_bound_forming *f) {
  const size_t n = f->algebra.conditions.n;
  const lcm_expr **conditions =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), const lcm_expr *, n + 1);
  form->conditions = conditions;
  for (size_t i = 0; i < n; i++)
    if (!is_implied(f, i))
      conditions[form->n_conditions++] =
          lcm_expr_binary(f->ctx, LCM_X_LE, lcm_expr_int(f->ctx, 0),
                          f->algebra.conditions.at[i]);
}

/* A form being built, or the program transformed, as "make" does: its parts
 * outlive what was given up half way. */
struct building {
  lcm_bound *bound;
  void (*make)(struct building *b);
  struct lcm_bound_form *form;
  const lcm_program *serialized;
  struct lcm_bound_forming f;
  struct preparing p;
};

/* Make the form of "b". */
static void make_form(struct building *b) {
  const lcm_node *body = b->bound->entry->body;
  const struct lcm_bound_terms *all = lcm_bound_terms_of(&b->f, body);
  if (!b->f.reason && (!all->time || !all->phi))
    lcm_bound_refuse(&b->f, body, "its closed form is too large");
  if (!b->f.reason)
    fill(b->form, &b->f, all);
}

/* Make the program without contention of "b". */
static void make_serialized(struct building *b) {
  b->serialized = lcm_bound_serialize(&b->f);
}

/* Build what the struct building "user" says. */
static lcm_status build(lcm_ctx *ctx, void *user) {
  struct building *b = user;
  (void)ctx;
  note_program(&b->p);
  take_params(&b->p);
  take_resources(&b->f);
  b->make(b);
  return LCM_OK;
}

/* Assume of the params what was assumed before "b". */
static void restore_params(struct building *b) {
  lcm_ctx *ctx = b->bound->ctx;
  for (size_t i = 0; i < b->p.domains.n; i++) {
    const struct domain *was = &b->p.domains.at[i];
    lcm_expr_assume(ctx, lcm_expr_symbol(ctx, was->name, LCM_DIM_NONE),
                    was->low, was->high, was->whole);
  }
}

/* Give the form of "b" up, which takes too much memory; what was being noted of
 * nodes when it ran out may be half done. */
static void give_up(struct building *b) {
  lcm_bound *bound = b->bound;
  *b->form = (struct lcm_bound_form){0};
  bound->table =
      (struct lcm_bound_table){.ctx = bound->ctx, .program = bound->program};
  b->f.reason = "its closed form is too large";
  b->f.at = bound->entry->body;
}

/* Find the form of "b" within its budget. */
static void find_form(struct building *b) {
  lcm_ctx *ctx = b->bound->ctx;
  lcm_ctx_refill(ctx);
  const bool muted = lcm_ctx_mute(ctx, true);
  if (lcm_ctx_within(ctx, MAX_MEMORY, build, b))
    give_up(b);
  restore_params(b);
  if (b->f.reason) {
    b->form->reason = b->f.reason;
    b->form->at = b->f.at->loc;
    b->form->wholes = b->f.wholes.at;
    b->form->n_wholes = b->f.wholes.n;
  } else
    fill_conditions(b->form, &b->f);
  (void)lcm_ctx_mute(ctx, muted);
  lcm_ctx_refill(ctx);
}

/* Begin to build what "make" makes for "bound", its form in "form". */
static struct building *begin(lcm_bound *bound, struct lcm_bound_form *form,
                              void (*make)(struct building *b)) {
  struct building *b = LCM_NEW(lcm_ctx_arena(bound->ctx), struct building);
  b->bound = bound;
  b->make = make;
  b->form = form;
  b->f = (struct lcm_bound_forming){
      .terms_of = lcm_bound_terms_of,
      .ctx = bound->ctx,
      .program = bound->program,
      .table = &bound->table,
      .algebra = {.ctx = bound->ctx,
                  .program = bound->program,
                  .reductions = bound->options.no_reductions
                                    ? 0
                                    : bound->options.reductions}};
  b->p.f = &b->f;
  return b;
}

const struct lcm_bound_form *lcm_bound_form_of(lcm_bound *bound) {
  if (bound->form)
    return bound->form;
  bound->form = LCM_NEW(lcm_ctx_arena(bound->ctx), struct lcm_bound_form);
  find_form(begin(bound, bound->form, make_form));
  return bound->form;
}

const lcm_program *lcm_bound_serialized(const char **reason, lcm_loc *at,
                                        lcm_bound *bound) {
  struct lcm_bound_form form = {0};
  struct building *b = begin(bound, &form, make_serialized);
  find_form(b);
  *reason = form.reason ? form.reason : "it could not be put together";
  *at = form.at;
  return form.reason ? NULL : b->serialized;
}
