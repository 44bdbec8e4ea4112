/* Names, categories and points of a program before it is executed.  Interns
 * the reserved names. */
#include "composer/scope/predictor_setup.h"

#include <math.h>
#include <string.h>

/* Fill in "names". */
static void intern_names(struct lcm_names *names, lcm_ctx *ctx) {
  *names = (struct lcm_names){.p = lcm_intern(ctx, "p"),
                              .procs = lcm_intern(ctx, "procs"),
                              .procs_of_run = lcm_intern(ctx, LCM_PROCS_OF_RUN),
                              .team = lcm_intern(ctx, "team"),
                              .thread = lcm_intern(ctx, "thread"),
                              .parts = lcm_intern(ctx, "T"),
                              .rank = lcm_intern(ctx, "rank"),
                              .ranks = lcm_intern(ctx, "ranks"),
                              .threads = lcm_intern(ctx, "threads"),
                              .m = lcm_intern(ctx, "m"),
                              .n = lcm_intern(ctx, "n")};
}

/* Processors for all processes that a model may have: none is said to wait for
 * one unless it is a resource. */
static const double ENOUGH = 1e9;

static const char *machine_name(lcm_ctx *ctx, const char *name,
                                const char *end) {
  return lcm_intern(
      ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "machine.%s%s", name, end));
}

/* Return the names of "machine", in the order in which a run binds them. */
static const char *const *machine_names(lcm_ctx *ctx,
                                        const lcm_machine *machine) {
  const char **names = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *,
                                     machine->n_costs + machine->n_levels +
                                         machine->n_resources + 2);
  const char **next = names;
  *next++ = machine_name(ctx, "processors", "");
  *next++ = machine_name(ctx, "sockets", "");
  for (size_t i = 0; i < machine->n_costs; i++)
    *next++ = machine_name(ctx, machine->costs[i].name, "");
  for (size_t i = 0; i < machine->n_levels; i++)
    *next++ = machine_name(ctx, machine->levels[i].name, ".bandwidth");
  for (size_t i = 0; i < machine->n_resources; i++)
    *next++ = machine_name(ctx, machine->resources[i].name, ".bandwidth");
  return names;
}

/* Set the names of the categories: the built-in ones, then the user's. */
static void name_categories(struct lcm_setup *setup) {
  setup->cat_names =
      LCM_NEW_ARRAY(lcm_ctx_arena(setup->ctx), const char *, LCM_MAX_CATS);
  for (int c = 0; c < LCM_CAT_USER; c++)
    setup->cat_names[setup->n_cats++] = lcm_cat_name((lcm_cat)c);
  for (size_t i = 0; i < setup->program->n_categories; i++)
    if (setup->n_cats < LCM_MAX_CATS)
      setup->cat_names[setup->n_cats++] = setup->program->categories[i].name;
}

void lcm_setup_begin(struct lcm_setup *setup) {
  const lcm_program *program = setup->program;
  setup->entry =
      program->entry ? lcm_program_function(program, program->entry) : NULL;
  if (!setup->machine)
    setup->machine = lcm_machine_default(setup->ctx);
  intern_names(&setup->names, setup->ctx);
  setup->machine_names = machine_names(setup->ctx, setup->machine);
  name_categories(setup);
}

void lcm_setup_place(struct lcm_setup *setup, const lcm_binding *env,
                     size_t n) {
  lcm_arena *arena = lcm_ctx_arena(setup->ctx);
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, n + 1);
  lcm_grid *grid = LCM_NEW(arena, lcm_grid);
  for (size_t i = 0; i < n; i++) {
    names[i] = lcm_intern(setup->ctx, env[i].name);
    columns[i] = LCM_NEW(arena, double);
    columns[i][0] = env[i].value;
  }
  *grid = (lcm_grid){
      .names = names, .n_names = n, .columns = columns, .n_points = 1};
  setup->grid = grid;
}

double lcm_setup_processors(const struct lcm_setup *setup, size_t i) {
  return setup->program->is_model ? ENOUGH
                                  : lcm_grid_processors(setup->grid, i);
}

lcm_status lcm_check_processors(lcm_ctx *ctx, double p) {
  const char *wrong = !(p >= 1) || !isfinite(p) ? "at least 1"
                      : p != floor(p)           ? "a whole number"
                                                : NULL;
  if (!wrong)
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_DOMAIN, (lcm_loc){0},
             "p = %g: the number of processors must be %s", p, wrong);
  return LCM_EDOMAIN;
}

const lcm_param *lcm_param_named(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++)
    if (!strcmp(program->params[i].name, name))
      return &program->params[i];
  return NULL;
}
