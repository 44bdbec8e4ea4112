/* Evaluates expressions, models and costs of the machine with what is bound
 * in a run.  Binds the values that names have when a run begins. */
#include "composer/engine/env.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "composer/engine/price.h"
#include "composer/engine/record/score.h"
#include "composer/engine/slopes.h"
#include "composer/engine/team/spread.h"

static const size_t NONE = (size_t)-1;

/* Return whether "name" is bound in "run". */
static bool is_bound(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->env.n; i++)
    if (run->env.at[i].name == name)
      return true;
  return false;
}

/* Let names that a param which is given stands for be worth what that is. */
static void bind_others(const struct lcm_setup *setup, struct lcm_run *run) {
  for (size_t i = 0; i < setup->program->n_params; i++) {
    const lcm_param *param = &setup->program->params[i];
    const char *other = lcm_param_other(param);
    double value = 0;
    if (other && !is_bound(run, other) &&
        lcm_env_find(&value, &run->env, param->name))
      lcm_run_bind(run, other, value);
  }
}

/* Bind the params that have a value, in an order that works. */
static void bind_params(const struct lcm_setup *setup, struct lcm_run *run) {
  bool more = true;
  bind_others(setup, run);
  for (size_t round = 0; round <= setup->program->n_params && more; round++) {
    more = false;
    for (size_t i = 0; i < setup->program->n_params; i++) {
      const lcm_param *param = &setup->program->params[i];
      const lcm_expr *e = param->value ? param->value : param->tied;
      double value = 0;
      if (is_bound(run, param->name) || !lcm_run_derived(&value, run, e))
        continue;
      lcm_run_bind(run, param->name, value);
      more = true;
    }
  }
}

/* Note of the names without a value that are found to be members, "a.b.n", that
 * what these are set to once has names of its own: "n", or "n" and "m" of
 * `n + m`. */
static void lose_found(const struct lcm_setup *setup, struct lcm_run *run) {
  for (size_t i = 0; i < setup->program->n_params; i++) {
    const lcm_param *param = &setup->program->params[i];
    const char *dot = strrchr(param->name, '.');
    const char *own = param->tied ? lcm_expr_name(param->tied) : NULL;
    if (param->found && dot && param->tied && (!own || !strcmp(dot + 1, own)) &&
        !is_bound(run, param->name))
      lcm_run_lose(run, param->name, lcm_run_missing(run, param->tied));
  }
  run->lost_everywhere = run->lost.n;
}

/* Let random quantities stand for their means. */
static void bind_draws(const struct lcm_setup *setup, struct lcm_run *run) {
  for (size_t i = 0; i < setup->program->n_draws; i++) {
    const struct lcm_draw *draw = &setup->program->draws[i];
    double mean = 0;
    if (lcm_run_derived(&mean, run, lcm_draw_mean(setup->ctx, draw)))
      lcm_run_bind(run, draw->name, mean);
  }
}

/* Bind the machine's names. */
static void bind_machine(const struct lcm_setup *setup, struct lcm_run *run) {
  const lcm_machine *machine = setup->machine;
  const char *const *name = setup->machine_names;
  lcm_run_bind(run, *name++, machine->processors);
  lcm_run_bind(run, *name++, machine->sockets);
  for (size_t i = 0; i < machine->n_costs; i++, name++) {
    double value = 0;
    if (lcm_run_derived(&value, run, machine->costs[i].expr))
      lcm_run_bind(run, *name, value);
  }
  for (size_t i = 0; i < machine->n_levels; i++)
    lcm_run_bind(run, *name++, machine->levels[i].core);
  for (size_t i = 0; i < machine->n_resources; i++, name++)
    if (machine->resources[i].bandwidth > 0)
      lcm_run_bind(run, *name, machine->resources[i].bandwidth);
}

/* Bind the coefficients of "setup" to what is "moves" more than they are. */
static void bind_moved(const struct lcm_setup *setup, struct lcm_run *run,
                       const double *moves) {
  for (size_t k = 0; moves && k < setup->n_coefs; k++)
    if (moves[k] != 0)
      lcm_run_bind(run, setup->coefs[k]->name,
                   setup->coefs[k]->value + moves[k]);
}

/* Bind what the grid gives names, also where the program knows what the
 * variable of the source called so holds as that alone. */
static void bind_grid(const struct lcm_setup *setup, struct lcm_run *run,
                      size_t point) {
  const lcm_grid *grid = setup->grid;
  for (size_t j = 0; j < grid->n_names; j++) {
    const char *name = grid->names[j];
    if (name == setup->names.p)
      continue;
    lcm_run_bind(run, name, grid->columns[j][point]);
    const char *own = lcm_grid_source_name(setup->ctx, name);
    if (own)
      lcm_run_bind(run, own, grid->columns[j][point]);
  }
}

void lcm_run_begin(struct lcm_run *run, const struct lcm_setup *setup,
                   const struct lcm_run_place *place) {
  *run = (struct lcm_run){.ctx = setup->ctx,
                          .program = setup->program,
                          .machine = setup->machine,
                          .options = setup->options,
                          .data = setup->data,
                          .n_cats = setup->n_cats,
                          .cat_names = setup->cat_names,
                          .function = setup->entry,
                          .path = "",
                          .processors = place->w,
                          .mode = {.trial = place->moves != NULL},
                          .notes = {.parent = NONE, .scale = 1, .spread = 1},
                          .names = &setup->names,
                          .facts = setup->facts};
  bind_moved(setup, run, place->moves);
  lcm_run_bind(run, setup->names.team, 1);
  lcm_run_bind(run, setup->names.thread, 0);
  bind_grid(setup, run, place->i);
  lcm_run_bind(run, setup->names.procs, place->w);
  lcm_run_bind(run, setup->names.procs_of_run, place->w);
  lcm_run_bind(run, setup->names.p, place->w);
  bind_params(setup, run);
  bind_draws(setup, run);
  bind_machine(setup, run);
  run->globals = run->env.n;
  lose_found(setup, run);
}

void lcm_run_bind(struct lcm_run *run, const char *name, double value) {
  lcm_env_bind(run->ctx, &run->env, name, value);
}

void lcm_run_bind_task(struct lcm_run *run, const lcm_node *node,
                       bool at_once) {
  if (!run->data || !run->data->by_tasks)
    return;
  const char *name = lcm_node_task_name(run->ctx, node);
  for (size_t i = run->globals; i < run->env.n; i++)
    if (run->env.at[i].name == name) {
      run->env.at[i].value = at_once;
      return;
    }
  lcm_run_bind(run, name, at_once);
}

bool lcm_run_takes_place(const struct lcm_run *run,
                         const lcm_movement *movement) {
  bool at_once = movement->n_tasks > 0;
  for (size_t i = 0; i < movement->n_tasks && at_once; i++) {
    size_t k = run->env.n;
    while (k > 0 && run->env.at[k - 1].name != movement->tasks[i])
      k--;
    at_once = k > 0 && run->env.at[k - 1].value != 0;
  }
  return !at_once;
}

void lcm_run_bind_member(struct lcm_run *run, size_t m) {
  lcm_run_bind(run, run->names->thread, (double)m);
  for (size_t i = 0; i < run->member_values.n; i++) {
    const struct lcm_member_value *value = &run->member_values.at[i];
    if (value->values && !isnan(value->values[m]))
      lcm_run_bind(run, value->name, value->values[m]);
  }
}

/* Return whether a value of "name" that belongs to what is executed, not to the
 * point, is bound. */
static bool is_own(const struct lcm_run *run, const char *name) {
  for (size_t i = run->env.n; i > run->globals; i--)
    if (run->env.at[i - 1].name == name)
      return true;
  return false;
}

/* Bind the params that follow "name", to which a value was bound, and have no
 * value of their own. */
static void bind_tied(struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->program->n_params; i++) {
    const lcm_param *param = &run->program->params[i];
    double value = 0;
    if (param->value || !param->tied || !lcm_expr_has(param->tied, name))
      continue;
    const lcm_expr *own = lcm_expr_symbol(run->ctx, param->name, LCM_DIM_NONE);
    if ((is_own(run, param->name) ||
         lcm_env_missing(run->ctx, &run->env, own)) &&
        lcm_run_derived(&value, run, param->tied))
      lcm_run_bind(run, param->name, value);
  }
}

bool lcm_run_let(struct lcm_run *run, const struct lcm_assign *let) {
  double value = NAN;
  const bool known = lcm_run_derived(&value, run, let->value);
  if (known || is_own(run, let->name))
    lcm_run_bind(run, let->name, known ? value : NAN);
  if (known)
    bind_tied(run, let->name);
  if (!known)
    lcm_run_lose(run, let->name, lcm_run_missing(run, let->value));
  return known;
}

bool lcm_run_by_member(const struct lcm_run *run, const lcm_expr *e) {
  if (!e)
    return false;
  for (size_t i = 0; i < run->member_values.n; i++)
    if (lcm_expr_has(e, run->member_values.at[i].name))
      return true;
  return lcm_expr_has(e, "thread") || lcm_expr_has(e, "rank");
}

void lcm_run_add_member_value(struct lcm_run *run, const struct lcm_team *team,
                              const char *name, const lcm_expr *e) {
  struct lcm_member_value value = {name, NULL};
  const size_t bound = run->env.n;
  double *values =
      team ? LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), double, team->k) : NULL;
  for (size_t m = 0; team && m < team->k; m++) {
    lcm_run_bind_member(run, m);
    values[m] = NAN;
    (void)lcm_run_derived(&values[m], run, e);
    run->env.n = bound;
  }
  value.values = values;
  for (size_t i = 0; i < run->member_values.n; i++)
    if (run->member_values.at[i].name == name) {
      run->member_values.at[i] = team ? value : run->member_values.at[i];
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->member_values, value);
}

/* Return what is noted of "name", which has no value, or NULL. */
static const struct lcm_lost *find_lost(const struct lcm_run *run,
                                        const char *name) {
  for (size_t i = run->lost.n; i > run->lost_from; i--)
    if (run->lost.at[i - 1].name == name)
      return &run->lost.at[i - 1];
  for (size_t i = 0; i < run->lost_everywhere; i++)
    if (run->lost.at[i].name == name)
      return &run->lost.at[i];
  return NULL;
}

void lcm_run_lose(struct lcm_run *run, const char *name, const char *origin) {
  const struct lcm_lost one = {name, origin};
  const struct lcm_lost *known = find_lost(run, name);
  if (origin && origin != name && (!known || known->origin != origin))
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->lost, one);
}

const char *lcm_run_missing(struct lcm_run *run, const lcm_expr *e) {
  const char *name = lcm_env_missing(run->ctx, &run->env, e);
  const struct lcm_lost *lost = name ? find_lost(run, name) : NULL;
  return lost ? lost->origin : name;
}

/* Return a name without a value that the param "name" follows, or NULL. */
static const char *followed(struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->program->n_params; i++) {
    const lcm_param *param = &run->program->params[i];
    if (!strcmp(param->name, name) && param->tied)
      return lcm_run_missing(run, param->tied);
  }
  return NULL;
}

/* Report that a name of "e", the cost at "at", has no value. */
static void report_unbound(struct lcm_run *run, const lcm_expr *e, lcm_loc at) {
  const char *missing = lcm_env_missing(run->ctx, &run->env, e);
  const char *name = missing ? missing : "?";
  const lcm_loc place =
      lcm_expr_name_place(run->ctx, missing ? missing : "", at);
  if (!strncmp(name, "machine.", strlen("machine.")))
    lcm_report(run->ctx, LCM_DIAG_UNBOUND, place,
               "the description of the machine '%s' lacks '%s'",
               run->machine->name, name + strlen("machine."));
  else if (followed(run, name))
    lcm_report(run->ctx, LCM_DIAG_UNBOUND, place,
               "nothing gives '%s' a value, which '%s' follows: use -D %s=..., "
               "or -D %s=...",
               followed(run, name), name, followed(run, name), name);
  else
    lcm_report(run->ctx, LCM_DIAG_UNBOUND, place,
               "nothing gives '%s' a value: use -D %s=..., or "
               "`// lcm: param %s := EXPRESSION`",
               name, name, name);
}

struct lcm_facts_table *lcm_run_knowledge(struct lcm_run *run) {
  if (!run->facts)
    run->facts = lcm_facts_new(run->ctx, run->program, run->data);
  return run->facts;
}

/* Evaluate "e" in the scope of "run" into "*out", its sums in closed form. */
static lcm_status evaluate(double *out, struct lcm_run *run,
                           const lcm_expr *e) {
  const lcm_expr *used =
      lcm_env_close(run->ctx, &lcm_run_knowledge(run)->sums, &run->env, e);
  unsigned long long left = ULLONG_MAX;
  if (run->notes.slopes)
    lcm_slopes_note(run, used);
  const lcm_status status =
      lcm_expr_eval_within(out, used, run->env.at, run->env.n, &left);
  (void)lcm_ctx_work(run->ctx, (ULLONG_MAX - left) / LCM_STEPS_OF_WORK);
  return status;
}

/* Say that the fitted model at "at" is negative at this point, as often as that
 * is new. */
static void note_negative(struct lcm_run *run, lcm_loc at) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(run->ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].id == LCM_DIAG_NEGATIVE_FIT && all[i].at.file == at.file &&
        all[i].at.begin == at.begin)
      return;
  lcm_report(run->ctx, LCM_DIAG_NEGATIVE_FIT, at,
             "the fitted cost is negative at a point, where it is taken as 0");
}

/* Evaluate the cost "e", which is "fitted" to measurements or not. */
static double cost_of(struct lcm_run *run, const lcm_expr *e, lcm_loc at,
                      bool fitted) {
  double value = 0;
  const lcm_status status = evaluate(&value, run, e);
  if (status == LCM_EUNBOUND) {
    report_unbound(run, e, at);
  } else if (status || !isfinite(value))
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, at,
               "the cost is not a number at this point");
  else if (value >= 0 || run->mode.trial)
    return value;
  else if (fitted) {
    note_negative(run, at);
    return 0;
  } else
    lcm_report(run->ctx, LCM_DIAG_NEGATIVE_COST, at,
               "the cost is negative (%g) at this point", value);
  run->status = run->status ? run->status : status ? status : LCM_EDOMAIN;
  return 0;
}

double lcm_run_cost(struct lcm_run *run, const lcm_expr *e, lcm_loc at) {
  return cost_of(run, e, at, false);
}

double lcm_run_model(struct lcm_run *run, const lcm_model *model) {
  return cost_of(run, model->expr, model->loc,
                 model->provenance == LCM_PROV_MEASURED);
}

bool lcm_run_derived(double *out, struct lcm_run *run, const lcm_expr *e) {
  double value = 0;
  if (!e || evaluate(&value, run, e) || !isfinite(value))
    return false;
  *out = value;
  return true;
}

bool lcm_run_evened(double *out, const char **why, struct lcm_run *run,
                    const lcm_expr *e) {
  const char *const *names = NULL;
  LCM_LIST(const char *) missing = {0};
  const char *reason = NULL;
  if (!e || lcm_run_derived(out, run, e))
    return e;
  const size_t n = lcm_expr_names(&names, run->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *name = lcm_expr_symbol(run->ctx, names[i], LCM_DIM_NONE);
    if (lcm_env_missing(run->ctx, &run->env, name))
      LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &missing, names[i]);
  }
  const lcm_expr *mean =
      lcm_facts_guess(&reason, run->ctx, e, missing.at, missing.n);
  if (!reason || !lcm_run_derived(out, run, mean))
    return false;
  if (why)
    *why = reason;
  return true;
}

double lcm_run_transfer(struct lcm_run *run, double bytes) {
  return lcm_run_machine(run, "transfer", LCM_TRANSFER_ENDS, bytes, 1);
}

double lcm_run_machine(struct lcm_run *run, const char *name, double p,
                       double m, double n) {
  const struct lcm_cost *cost = lcm_machine_cost(run->machine, name);
  const struct lcm_names *names = run->names;
  const lcm_binding env[] = {{names->p, p}, {names->m, m}, {names->n, n}};
  const bool rate = !strcmp(name, "flop") || !strcmp(name, "byte");
  double value = 0;
  if (!cost || (run->mode.unlimited && !rate))
    return 0;
  if (lcm_expr_eval(&value, cost->expr, env, 3) || !(value >= 0)) {
    lcm_report(run->ctx, LCM_DIAG_MACHINE, (lcm_loc){0},
               "the machine's cost '%s' is undefined or negative", name);
    run->status = LCM_EDOMAIN;
    return 0;
  }
  return value;
}

size_t lcm_run_category(const struct lcm_run *run, const char *name) {
  for (size_t c = 0; c < run->n_cats; c++)
    if (!strcmp(run->cat_names[c], name))
      return c;
  return run->n_cats;
}

struct lcm_facts *lcm_run_facts(struct lcm_run *run, const lcm_node *node) {
  return lcm_facts_of(lcm_run_knowledge(run), node);
}

const struct lcm_traits *lcm_run_traits(struct lcm_run *run,
                                        const lcm_node *node) {
  return &lcm_run_facts(run, node)->traits;
}

bool lcm_run_is_uniform(struct lcm_run *run, const lcm_node *node) {
  return lcm_facts_are_uniform(lcm_run_knowledge(run), node);
}
