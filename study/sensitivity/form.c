/* The closed form of a time over its numbers: prices are coefficients of the
 * machine in it. */
#include "study/sensitivity/form.h"

#include <math.h>
#include <string.h>

/* How far a closed form may be from the time that it is. */
static const double SAME = 1e-9;

/* Return the machine of "s" whose costs are coefficients, but for those by
 * which the program was read. */
static const lcm_machine *symbolic(struct lcm_sensing *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  lcm_machine *out = LCM_NEW(arena, lcm_machine);
  struct lcm_cost *costs =
      LCM_NEW_ARRAY(arena, struct lcm_cost, s->machine->n_costs + 1);
  memcpy(costs, s->machine->costs, s->machine->n_costs * sizeof *costs);
  *out = *s->machine;
  out->costs = costs;
  for (size_t k = 0; k < s->numbers.n; k++) {
    const struct lcm_number *number = &s->numbers.at[k];
    if (number->kind != LCM_INFLUENCE_COST || !number->symbol)
      continue;
    const bool plain = !isnan(number->value);
    const lcm_coef coef = {.name = number->symbol,
                           .value = plain ? number->value : 1};
    const lcm_expr *e = lcm_expr_coef(s->ctx, &coef);
    costs[number->index].expr =
        plain ? e : lcm_expr_mul(s->ctx, e, costs[number->index].expr);
  }
  return out;
}

/* Return whether "env", of "n" values, has "name". */
static bool has_value(const lcm_binding *env, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (env[i].name == name)
      return true;
  return false;
}

/* Add the defaults of the params that "env", of "n" values, lacks, also of
 * those that follow others; return how many there are then. */
static size_t add_defaults(lcm_binding *env, size_t n,
                           const lcm_program *program) {
  for (size_t before = n + 1; before != n;) {
    before = n;
    for (size_t k = 0; k < program->n_params; k++) {
      const lcm_param *param = &program->params[k];
      double value = 0;
      if (param->value && !has_value(env, n, param->name) &&
          !lcm_expr_eval(&value, param->value, env, n))
        env[n++] = (lcm_binding){param->name, value};
    }
  }
  return n;
}

bool lcm_form_value(double *out, const struct lcm_sensing *s, const lcm_expr *e,
                    size_t i, const struct lcm_number *number, double factor) {
  const lcm_grid *grid = s->request->grid;
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), lcm_binding,
                                   grid->n_names + s->program->n_params + 2);
  size_t n = 0;
  double value = number && !isnan(number->value) ? number->value : 1;
  if (number && number->column)
    value = number->column[i];
  if (number)
    env[n++] = (lcm_binding){number->symbol, value * factor};
  for (size_t j = 0; j < grid->n_names; j++)
    if (!has_value(env, n, grid->names[j]))
      env[n++] = (lcm_binding){grid->names[j], grid->columns[j][i]};
  n = add_defaults(env, n, s->program);
  return !lcm_expr_eval(out, e, env, n) && isfinite(*out);
}

void lcm_form_find(struct lcm_sensing *s) {
  const lcm_grid *grid = s->request->grid;
  struct lcm_predict_options *options =
      LCM_NEW(lcm_ctx_arena(s->ctx), struct lcm_predict_options);
  bool *holds = LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), bool, grid->n_points + 1);
  const lcm_prediction *prediction = NULL;
  const bool muted = lcm_ctx_mute(s->ctx, true);
  *options = s->options;
  options->machine = symbolic(s);
  options->formula = true;
  if (!lcm_predict(&prediction, s->ctx, s->program, grid, options))
    s->form = prediction->formula;
  (void)lcm_ctx_mute(s->ctx, muted);
  for (size_t i = 0; s->form && i < grid->n_points; i++) {
    double value = NAN;
    holds[i] = lcm_form_value(&value, s, s->form, i, NULL, 1) &&
               fabs(value - s->times[i]) <= SAME * fabs(s->times[i]);
  }
  s->holds = holds;
}
