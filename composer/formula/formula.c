/* Builds the closed form of a program and of its span. */
#include <math.h>
#include <string.h>

#include "composer/formula/formula.h"
#include "composer/formula/span.h"

/* Allow the name "name" to stay, assumed in "low" .. "high". */
static void allow(struct lcm_formula *f, const char *name, double low,
                  double high, bool whole) {
  for (size_t i = 0; i < f->free.n; i++)
    if (f->free.at[i] == name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->free, name);
  lcm_expr_assume(f->ctx, lcm_expr_symbol(f->ctx, name, LCM_DIM_NONE), low,
                  high, whole);
}

/* Return the value of "e" where it is a number, else "otherwise". */
static double bound(const lcm_expr *e, double otherwise) {
  double value = otherwise;
  return e && lcm_expr_is_number(e, &value) ? value : otherwise;
}

/* Return whether the variable "name" is in "grid". */
static bool in_grid(const lcm_grid *grid, const char *name) {
  for (size_t i = 0; i < grid->n_names; i++)
    if (grid->names[i] == name)
      return true;
  return false;
}

bool lcm_param_is_whole(const lcm_param *param) {
  const double value = bound(param->value, 0.5);
  return value == floor(value) && lcm_expr_dim(param->value).second == 0;
}

/* Let params stay, or stand for what they are tied to. */
static void take_params(struct lcm_formula *f, const lcm_grid *grid) {
  for (size_t i = 0; i < f->program->n_params; i++) {
    const lcm_param *param = &f->program->params[i];
    const lcm_param *alias = lcm_param_alias(f->program, param->name);
    const char *other = lcm_param_other(param);
    if (other && in_grid(grid, param->name) && !in_grid(grid, other))
      lcm_formula_bind(f, other,
                       lcm_expr_symbol(f->ctx, param->name, LCM_DIM_NONE));
    if (alias && in_grid(grid, alias->name) && !in_grid(grid, param->name))
      continue;
    if (!param->value && !in_grid(grid, param->name)) {
      if (param->tied)
        lcm_formula_bind(f, param->name, param->tied);
      continue;
    }
    if (param->value &&
        !lcm_dim_equal(lcm_expr_dim(param->value), LCM_DIM_NONE)) {
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->free, param->name);
      continue;
    }
    allow(f, param->name, bound(param->low, -INFINITY),
          bound(param->high, INFINITY),
          param->value && lcm_param_is_whole(param));
  }
}

void lcm_formula_take_machine(struct lcm_formula *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  for (size_t i = 0; i < f->machine->n_costs + f->machine->n_levels + 2; i++) {
    const size_t level = i - f->machine->n_costs;
    const char *name =
        i < f->machine->n_costs
            ? lcm_arena_printf(arena, "machine.%s", f->machine->costs[i].name)
        : level < f->machine->n_levels
            ? lcm_arena_printf(arena, "machine.%s.bandwidth",
                               f->machine->levels[level].name)
        : level == f->machine->n_levels ? "machine.processors"
                                        : "machine.sockets";
    const lcm_expr *value = lcm_machine_name(f->ctx, f->machine, name);
    if (value)
      lcm_formula_bind(f, lcm_intern(f->ctx, name), value);
  }
}

bool lcm_formula_build(struct lcm_closed *out, struct lcm_formula *f,
                       const lcm_grid *grid) {
  const char *p = lcm_intern(f->ctx, "p");
  const lcm_function *entry =
      lcm_program_function(f->program, f->program->entry);
  const lcm_expr *w = lcm_expr_symbol(f->ctx, p, LCM_DIM_NONE);
  allow(f, p, 1, INFINITY, true);
  for (size_t i = 0; i < grid->n_names; i++)
    if (grid->names[i] != p)
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->free, grid->names[i]);
  for (size_t i = 0; i < grid->n_names; i++) {
    const char *own = lcm_grid_source_name(f->ctx, grid->names[i]);
    if (own)
      lcm_formula_bind(f, own,
                       lcm_expr_symbol(f->ctx, grid->names[i], LCM_DIM_NONE));
  }
  lcm_formula_take_machine(f);
  lcm_formula_bind(f, lcm_intern(f->ctx, "procs"), w);
  lcm_formula_bind(f, lcm_intern(f->ctx, LCM_PROCS_OF_RUN), w);
  lcm_formula_bind(f, lcm_intern(f->ctx, "team"), lcm_formula_int(f, 1));
  lcm_formula_bind(f, lcm_intern(f->ctx, "thread"), lcm_formula_int(f, 0));
  take_params(f, grid);
  for (size_t i = 0; i < f->program->n_draws; i++)
    lcm_formula_bind(f, f->program->draws[i].name,
                     lcm_draw_mean(f->ctx, &f->program->draws[i]));
  f->globals = f->values.n;
  *out = lcm_formula_serial(f, entry->body, w);
  if (!f->reason && !out->time)
    out->time = lcm_expr_mul(f->ctx, lcm_formula_int(f, 0),
                             lcm_expr_unit(f->ctx, lcm_measure_find("s")));
  return !f->reason && out->time;
}

bool lcm_formula_build_span(const lcm_expr **out, struct lcm_formula *f) {
  const lcm_function *entry =
      lcm_program_function(f->program, f->program->entry);
  const lcm_expr *w =
      lcm_expr_symbol(f->ctx, lcm_intern(f->ctx, "p"), LCM_DIM_NONE);
  f->unlimited = true;
  f->values.n = f->globals;
  f->memos.n = 0;
  memset(&f->called, 0, sizeof f->called);
  const lcm_expr *span = lcm_formula_span(f, entry->body, w);
  *out = span ? span : lcm_formula_int(f, 0);
  f->unlimited = false;
  return !f->reason;
}
