/* Evaluates closed forms at points of the grid, many at a time. */
#include <math.h>
#include <string.h>

#include "composer/predict/chunk.h"

/* Return "rows" columns of "n" numbers. */
static double **new_columns(struct lcm_predictor *p, size_t rows, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  double **columns = LCM_NEW_ARRAY(arena, double *, rows + 1);
  for (size_t i = 0; i < rows; i++)
    columns[i] = LCM_NEW_ARRAY(arena, double, n);
  return columns;
}

struct lcm_chunk lcm_chunk_new(struct lcm_predictor *p,
                               const struct lcm_closed_form *form, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  return (struct lcm_chunk){
      .p = p,
      .form = form,
      .columns = new_columns(p, form->n_names, n),
      .results = new_columns(p, form->n_out, n),
      .fits = LCM_NEW_ARRAY(arena, bool, n),
      .runs =
          LCM_NEW_ARRAY(arena, const struct lcm_per_run *, form->n_names + 1)};
}

double lcm_chunk_processors(const struct lcm_chunk *c, size_t i) {
  return c->alone ? 1 : lcm_setup_processors(&c->p->setup, c->first + i);
}

/* Return the index of "name" in the grid, n_names where it is not in it. */
static size_t grid_index(const lcm_grid *grid, const char *name) {
  size_t j = 0;
  while (j < grid->n_names && grid->names[j] != name)
    j++;
  return j;
}

/* Put the values that "name" has by the defaults of params into "column". */
static void fill_default(struct lcm_chunk *c, double *column,
                         const char *name) {
  const lcm_param *param = lcm_param_named(c->p->setup.program, name);
  double value = NAN;
  if (param && param->value && lcm_expr_is_number(param->value, &value)) {
    for (size_t i = 0; i < c->n; i++)
      column[i] = value;
    return;
  }
  for (size_t i = 0; i < c->n; i++) {
    struct lcm_run run;
    lcm_run_begin(&run, &c->p->setup,
                  &(struct lcm_run_place){c->first + i,
                                          lcm_chunk_processors(c, i), NULL});
    column[i] = NAN;
    for (size_t k = 0; k < run.env.n; k++)
      if (run.env.at[k].name == name)
        column[i] = run.env.at[k].value;
  }
}

/* Note where the values "column" of "name" are not as was assumed. */
static void check_assumed(struct lcm_chunk *c, const double *column,
                          const char *name) {
  const lcm_param *param = lcm_param_named(c->p->setup.program, name);
  const bool p = !strcmp(name, "p");
  double low = p ? 1 : -INFINITY;
  double high = INFINITY;
  if (param && param->low)
    (void)lcm_expr_is_number(param->low, &low);
  if (param && param->high)
    (void)lcm_expr_is_number(param->high, &high);
  const bool whole = p || (param && param->value && lcm_param_is_whole(param));
  for (size_t i = 0; i < c->n; i++)
    c->fits[i] = c->fits[i] && column[i] >= low && column[i] <= high &&
                 isfinite(column[i]) &&
                 (!whole || column[i] == floor(column[i]));
}

/* Return the node with models of a run for whose executions "name" stands, or
 * NULL. */
static const struct lcm_per_run *run_of(const struct lcm_predictor *p,
                                        const char *name) {
  for (size_t k = 0; k < p->runs.n; k++)
    if (p->runs.at[k].symbol == name)
      return &p->runs.at[k];
  return NULL;
}

void lcm_chunk_fill(struct lcm_chunk *c) {
  const lcm_grid *grid = c->p->setup.grid;
  const struct lcm_closed_form *form = c->form;
  for (size_t i = 0; i < c->n; i++) {
    const double w = lcm_chunk_processors(c, i);
    c->fits[i] = w >= 1 && isfinite(w) && w == floor(w);
  }
  for (size_t k = 0; k < form->n_names; k++) {
    const char *name = form->names[k];
    const size_t j = grid_index(grid, name);
    c->runs[k] = run_of(c->p, name);
    c->has_runs = c->has_runs || c->runs[k];
    if (c->runs[k])
      continue;
    if (!strcmp(name, "p"))
      for (size_t i = 0; i < c->n; i++)
        c->columns[k][i] = lcm_chunk_processors(c, i);
    else if (j < grid->n_names)
      memcpy(c->columns[k], grid->columns[j] + c->first,
             c->n * sizeof **c->columns);
    else
      fill_default(c, c->columns[k], name);
    check_assumed(c, c->columns[k], name);
  }
}

void lcm_chunk_fill_runs(struct lcm_chunk *c, size_t i) {
  for (size_t k = 0; k < c->form->n_names; k++)
    if (c->runs[k])
      c->columns[k][i] = c->runs[k]->visits;
}

void lcm_chunk_run(struct lcm_chunk *c) {
  const struct lcm_closed_form *form = c->form;
  lcm_tape_run(form->tape, (const double *const *)c->columns, c->n, c->results);
  const double *least = c->results[form->n_out - 1];
  for (size_t i = 0; i < c->n; i++)
    c->fits[i] = c->fits[i] && least[i] >= 0;
  for (size_t k = 0; k + 1 < form->n_out; k++)
    for (size_t i = 0; i < c->n; i++)
      c->fits[i] = c->fits[i] && isfinite(c->results[k][i]);
}
