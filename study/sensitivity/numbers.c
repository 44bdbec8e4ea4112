/* The numbers that a time may depend on: of the machine, and of models, of
 * which those without coefficients are taken times one. */
#include "study/sensitivity/numbers.h"

#include <math.h>
#include <string.h>

#include "study/sensitivity/vary.h"

/* Add "number", unless nothing becomes of it by factors. */
static void add(struct lcm_sensing *s, struct lcm_number number) {
  if (number.value != 0)
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->numbers, number);
}

/* ---- of the machine -------------------------------------------------------
 */

/* Let "number" of the machine of "s" say whether the program is read anew where
 * it changes; closed forms then do not have it. */
static struct lcm_number checked(struct lcm_sensing *s,
                                 struct lcm_number number) {
  static const double OTHER = 1.5;
  const struct lcm_sensitivity_reader *reader = &s->request->reader;
  const lcm_machine *other =
      lcm_vary_machine(s->ctx, s->machine, &number, OTHER);
  number.reading = reader->depends && reader->depends(reader->user, other);
  if (number.reading)
    number.symbol = NULL;
  return number;
}

/* Add what operations, threads and messages cost. */
static void add_costs(struct lcm_sensing *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  for (size_t i = 0; i < s->machine->n_costs; i++) {
    const struct lcm_cost *cost = &s->machine->costs[i];
    const bool flop = !strcmp(cost->name, "flop");
    const bool byte = !strcmp(cost->name, "byte");
    struct lcm_number number = {
        .kind = LCM_INFLUENCE_COST,
        .name = cost->name,
        .value = NAN,
        .unit = flop   ? "s/flop"
                : byte ? "s/byte"
                       : "s",
        .index = i,
        .symbol = lcm_intern(s->ctx,
                             lcm_arena_printf(arena, "price.%s", cost->name))};
    if (!cost->expr)
      continue;
    if (!lcm_expr_is_number(cost->expr, &number.value))
      number.unit = "";
    if (number.value != 0)
      add(s, checked(s, number));
  }
}

/* Add part "part" of level "i", called "what", where it is "value". */
static void add_level(struct lcm_sensing *s, size_t i, const char *what,
                      double value, struct lcm_number number) {
  number.name = lcm_arena_printf(lcm_ctx_arena(s->ctx), "%s.%s",
                                 s->machine->levels[i].name, what);
  number.value = value;
  number.index = i;
  number.unit = number.rate ? "byte/s" : "s";
  if (isfinite(value) && value > 0)
    add(s, checked(s, number));
}

/* Add what levels of memory give and take. */
static void add_levels(struct lcm_sensing *s) {
  const struct lcm_number rate = {.kind = LCM_INFLUENCE_BANDWIDTH,
                                  .rate = true};
  const struct lcm_number delay = {.kind = LCM_INFLUENCE_LATENCY};
  for (size_t i = 0; i < s->machine->n_levels; i++) {
    const struct lcm_level *level = &s->machine->levels[i];
    struct lcm_number number = rate;
    add_level(s, i, "bandwidth", level->core, number);
    number.part = LCM_OF_SOCKET;
    add_level(s, i, "socket", level->socket, number);
    add_level(s, i, "latency", level->latency, delay);
    number = delay;
    number.part = LCM_OF_GATHER;
    add_level(s, i, "gather", level->gather, number);
  }
}

/* ---- of models ------------------------------------------------------------
 */

/* A program whose models are taken times one. */
struct factoring {
  struct lcm_sensing *s;
  const lcm_function *function;
};

/* Return whether "model" is of comments and without a coefficient, in a program
 * of contention without a variable, so that it changes as a whole. */
static bool is_plain(lcm_ctx *ctx, const lcm_program *program,
                     const lcm_model *model) {
  const lcm_coef *const *coefs = NULL;
  const char *const *names = NULL;
  return model->expr &&
         !(program->is_model && lcm_expr_names(&names, ctx, model->expr)) &&
         (model->provenance == LCM_PROV_ANNOTATED ||
          model->provenance == LCM_PROV_MEASURED) &&
         !lcm_expr_is_int(model->expr, 0) &&
         !lcm_expr_coefs(&coefs, ctx, model->expr);
}

/* Return what "model" of "node" is called. */
static const char *title_of(struct factoring *f, const lcm_node *node,
                            const lcm_model *model) {
  lcm_arena *arena = lcm_ctx_arena(f->s->ctx);
  const char *name = node->name ? node->name : node->label;
  const bool whole = !strcmp(model->category, "time");
  return lcm_arena_printf(arena, "%s%s%s", name ? name : f->function->name,
                          whole ? "" : " ", whole ? "" : model->category);
}

/* Return the models of "node", those without coefficients times one that has a
 * name. */
static const lcm_model *factored(struct factoring *f, const lcm_node *node) {
  lcm_ctx *ctx = f->s->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_model *models = LCM_NEW_ARRAY(arena, lcm_model, node->n_models);
  bool any = false;
  for (size_t i = 0; i < node->n_models; i++) {
    models[i] = node->models[i];
    if (!is_plain(ctx, f->s->request->program, &models[i]))
      continue;
    const struct lcm_number number = {
        .kind = LCM_INFLUENCE_MODEL,
        .name = title_of(f, node, &models[i]),
        .value = NAN,
        .unit = "",
        .loc = models[i].loc.file ? models[i].loc : node->loc,
        .symbol = lcm_intern(ctx, lcm_arena_printf(arena, "model.%s/%u.%s",
                                                   f->function->key, node->id,
                                                   models[i].category))};
    const lcm_coef coef = {.name = number.symbol, .value = 1};
    models[i].expr =
        lcm_expr_mul(ctx, lcm_expr_coef(ctx, &coef), models[i].expr);
    add(f->s, number);
    any = true;
  }
  return any ? models : node->models;
}

/* Return "node" with such models, in and below it. */
static const lcm_node *rewrite(struct factoring *f, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(f->s->ctx);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = rewrite(f, node->children[i]);
    if (child != node->children[i] && !children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    if (children)
      children[i] = child;
  }
  const lcm_model *models = node->n_models ? factored(f, node) : node->models;
  if (!children && models == node->models)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  copy->models = models;
  return copy;
}

/* Let the program of "s" have such models, and add them. */
static void add_models(struct lcm_sensing *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_program *old = s->program;
  lcm_program *program = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, old->n_functions + 1);
  const size_t before = s->numbers.n;
  for (size_t i = 0; i < old->n_functions; i++) {
    functions[i] = old->functions[i];
    struct factoring f = {s, &functions[i]};
    if (functions[i].body)
      functions[i].body = rewrite(&f, functions[i].body);
  }
  *program = *old;
  program->functions = functions;
  if (s->numbers.n > before)
    s->program = program;
}

/* Add the coefficients in the models of "s". */
static void add_coefs(struct lcm_sensing *s) {
  struct lcm_predictor *p = NULL;
  const bool muted = lcm_ctx_mute(s->ctx, true);
  if (!lcm_predictor_new(&p, s->ctx, s->program, s->request->grid,
                         &s->options)) {
    const struct lcm_setup *setup = lcm_predictor_setup(p);
    for (size_t k = 0; k < setup->n_coefs; k++)
      add(s, (struct lcm_number){
                 .kind = LCM_INFLUENCE_COEFFICIENT,
                 .name = lcm_intern_n(
                     s->ctx, setup->coefs[k]->name,
                     (size_t)lcm_coef_length(setup->coefs[k]->name)),
                 .value = setup->coefs[k]->value,
                 .unit = "",
                 .symbol = setup->coefs[k]->name});
  }
  (void)lcm_ctx_mute(s->ctx, muted);
}

/* Take out the coefficients that stand for whole models, of which there are two
 * rows now. */
static void drop_doubles(struct lcm_sensing *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->numbers.n; i++) {
    const struct lcm_number *one = &s->numbers.at[i];
    bool again = false;
    for (size_t k = 0; k < n && one->symbol; k++)
      again = again || s->numbers.at[k].symbol == one->symbol;
    if (!again)
      s->numbers.at[n++] = *one;
  }
  s->numbers.n = n;
}

/* ---- parameters -----------------------------------------------------------
 */

/* Names of a program: those of costs, and those that decide what is done how
 * often. */
struct naming {
  lcm_ctx *ctx;
  lcm_map costs;
  lcm_map counts;
};

/* Note the names in "e" in "into". */
static void note(struct naming *n, lcm_map *into, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t count = e ? lcm_expr_names(&names, n->ctx, e) : 0;
  for (size_t i = 0; i < count; i++)
    lcm_map_put(lcm_ctx_arena(n->ctx), into, names[i], 1);
}

/* Note the names by which "node" decides what is done how often. */
static void note_counts(struct naming *n, const lcm_node *node) {
  switch (lcm_node_part_of(node->kind)) {
  case LCM_U_LOOP:
    for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
      note(n, &n->counts, node->u.loop.ranges[i].from);
      note(n, &n->counts, node->u.loop.ranges[i].to);
      note(n, &n->counts, node->u.loop.ranges[i].step);
    }
    note(n, &n->counts, node->u.loop.condition);
    note(n, &n->counts, node->u.loop.chunk);
    break;
  case LCM_U_TEAM:
    note(n, &n->counts, node->u.team.size);
    note(n, &n->counts, node->u.team.when);
    break;
  case LCM_U_BRANCH:
    for (size_t i = 0; i < node->n_children; i++)
      note(n, &n->counts,
           node->u.branch.conditions ? node->u.branch.conditions[i] : NULL);
    break;
  case LCM_U_CALL:
    for (size_t i = 0; i < node->u.call.n_args; i++)
      note(n, &n->counts, node->u.call.args[i]);
    break;
  case LCM_U_LET:
    note(n, &n->counts, node->u.let.value);
    break;
  case LCM_U_RESOURCE:
    note(n, &n->costs, node->u.resource.time);
    break;
  case LCM_U_NONE:
  case LCM_U_PARALLEL:
  case LCM_U_CONDITION:
  case LCM_U_TASK:
  case LCM_U_TRANSFER:
  case LCM_U_MESSAGE:
  case LCM_U_OPAQUE:
    break;
  }
}

/* Note the names of "node" in "user". */
static lcm_status note_node(const lcm_node *node, void *user) {
  struct naming *n = user;
  for (size_t i = 0; i < node->n_models; i++)
    note(n, &n->costs, node->models[i].expr);
  for (size_t i = 0; i < node->n_with; i++)
    note(n, &n->counts, node->with[i].value);
  note_counts(n, node);
  return LCM_OK;
}

/* Return the number that "param" is in "s": by its default, or at each point of
 * the grid. */
static struct lcm_number number_of(const struct lcm_sensing *s,
                                   const lcm_param *param) {
  const lcm_grid *grid = s->request->grid;
  struct lcm_number out = {.kind = LCM_INFLUENCE_PARAMETER,
                           .name = param->name,
                           .unit = "",
                           .loc = param->loc,
                           .symbol = param->name};
  if (!param->value || lcm_expr_eval(&out.value, param->value, NULL, 0))
    out.value = 0;
  for (size_t j = 0; j < grid->n_names; j++)
    if (grid->names[j] == param->name) {
      out.column = grid->columns[j];
      out.value = out.column[grid->n_points - 1];
    }
  return out;
}

/* Add the params of "s" that costs are made of, and that decide nothing. */
static void add_params(struct lcm_sensing *s) {
  const lcm_program *program = s->request->program;
  struct naming names = {.ctx = s->ctx};
  size_t seen = 0;
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, note_node, &names))
      return;
  for (size_t i = 0; i < program->n_resources; i++) {
    note(&names, &names.costs, program->resources[i].service);
    note(&names, &names.counts, program->resources[i].multiplicity);
  }
  for (size_t i = 0; i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    if (lcm_map_get(&names.costs, param->name, &seen) &&
        !lcm_map_get(&names.counts, param->name, &seen))
      add(s, number_of(s, param));
  }
}

void lcm_numbers_collect(struct lcm_sensing *s) {
  add_costs(s);
  add_levels(s);
  if (s->machine->clock > 0)
    add(s, checked(s, (struct lcm_number){.kind = LCM_INFLUENCE_CLOCK,
                                          .name = "clock",
                                          .value = s->machine->clock,
                                          .unit = "GHz",
                                          .rate = true}));
  add_models(s);
  add_coefs(s);
  drop_doubles(s);
  add_params(s);
}
