/* Binds the values that names have when a run begins. */
#include "composer/engine/begin.h"
#include "composer/engine/env.h"

static const size_t NONE = (size_t)-1;

/* Return whether "name" is bound in "run". */
static bool is_bound(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->env.n; i++)
    if (run->env.at[i].name == name)
      return true;
  return false;
}

/* Bind the params that have a value, in an order that works. */
static void bind_params(const struct lcm_setup *setup, struct lcm_run *run) {
  bool more = true;
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

void lcm_run_begin(struct lcm_run *run, const struct lcm_setup *setup,
                   const struct lcm_run_place *place) {
  const lcm_grid *grid = setup->grid;
  *run = (struct lcm_run){.ctx = setup->ctx,
                          .program = setup->program,
                          .machine = setup->machine,
                          .options = setup->options,
                          .data = setup->data,
                          .n_cats = setup->n_cats,
                          .cat_names = setup->cat_names,
                          .function = setup->entry,
                          .path = "",
                          .mode = {.trial = place->moves != NULL},
                          .notes = {.parent = NONE, .scale = 1, .spread = 1},
                          .names = &setup->names,
                          .facts = setup->facts};
  bind_moved(setup, run, place->moves);
  for (size_t j = 0; j < grid->n_names; j++)
    if (grid->names[j] != setup->names.p)
      lcm_run_bind(run, grid->names[j], grid->columns[j][place->i]);
  lcm_run_bind(run, setup->names.procs, place->w);
  lcm_run_bind(run, setup->names.p, place->w);
  bind_params(setup, run);
  bind_draws(setup, run);
  bind_machine(setup, run);
  run->globals = run->env.n;
}
