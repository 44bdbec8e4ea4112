/* The size that keeps an efficiency, as an expression in p. */
#include <math.h>
#include <string.h>

#include "study/compare/compare.h"
#include "study/scale/exact.h"

/* The size in closed form. */
struct closing {
  struct lcm_scaling *s;
  const struct lcm_isoefficiency *iso;
  const lcm_expr *p;
  const lcm_expr *m;
  bool whole; /* it is put as a multiple "m" of p, so that p divides it */
};

/* Return "e" with "name" replaced by "by". */
static const lcm_expr *replaced(lcm_ctx *ctx, const lcm_expr *e,
                                const char *name, const lcm_expr *by) {
  const struct lcm_subst one = {name, by};
  return e ? lcm_expr_subst(ctx, e, &one, 1) : NULL;
}

/* Return the time of the program of "s" in closed form, or NULL. */
static const lcm_expr *formula_of(const struct lcm_scaling *s) {
  return s->program->is_model ? s->formula
                              : lcm_predictor_formula(s->predictor);
}

/* Return the time on one processor less efficiency p T(p), in m and p. */
static const lcm_expr *difference(const struct closing *c) {
  lcm_ctx *ctx = c->s->ctx;
  const char *p = lcm_expr_name(c->p);
  const lcm_expr *size = c->whole ? lcm_expr_mul(ctx, c->m, c->p) : c->m;
  const lcm_expr *time = formula_of(c->s);
  const lcm_expr *alone = replaced(ctx, time, p, lcm_expr_int(ctx, 1));
  time = replaced(ctx, time, c->iso->name, size);
  alone = replaced(ctx, alone, c->iso->name, size);
  const lcm_expr *kept =
      lcm_expr_mul(ctx, lcm_expr_real(ctx, c->iso->efficiency), c->p);
  return lcm_expr_sub(ctx, alone, lcm_expr_mul(ctx, kept, time));
}

/* Put the values that names have at the point of "c" into "*env", p being "p";
 * return how many there are. */
static size_t environment(lcm_binding **env, const struct closing *c,
                          double p) {
  const struct lcm_scaling *s = c->s;
  const lcm_program *program = s->program;
  const struct lcm_scale_line *line = &s->lines.at[c->iso->line];
  const size_t base = line->points[line->n - 1];
  lcm_binding *all = LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), lcm_binding,
                                   s->grid->n_names + program->n_params + 1);
  size_t n = 0;
  for (size_t j = 0; j < s->grid->n_names; j++)
    if (j != s->size)
      all[n++] = (lcm_binding){s->grid->names[j],
                               j == s->axis ? p : s->grid->columns[j][base]};
  const size_t given = n;
  for (size_t i = 0; i < program->n_params; i++) {
    double value = 0;
    size_t k = 0;
    while (k < given && all[k].name != program->params[i].name)
      k++;
    if (k == given && program->params[i].value &&
        lcm_expr_is_number(program->params[i].value, &value))
      all[n++] = (lcm_binding){program->params[i].name, value};
  }
  *env = all;
  return n;
}

/* Return the value of "m" at which "e" is 0 near that which "size" is, by
 * bisection between half and twice of it; NaN where it does not change its
 * sign there. */
static double root_near(const lcm_expr *e, lcm_binding *env, size_t n,
                        double size) {
  double ends[2] = {size / 2, size * 2};
  double values[2] = {NAN, NAN};
  for (int k = 0; k < 2; k++) {
    env[n - 1].value = ends[k];
    if (lcm_expr_eval(&values[k], e, env, n))
      return NAN;
  }
  for (int step = 0; step < 200 && values[0] * values[1] <= 0; step++) {
    double value = NAN;
    const double middle = env[n - 1].value = (ends[0] + ends[1]) / 2;
    if (lcm_expr_eval(&value, e, env, n))
      return NAN;
    ends[value * values[0] <= 0] = middle;
  }
  return values[0] * values[1] <= 0 ? (ends[0] + ends[1]) / 2 : NAN;
}

/* Return the closed form of "c" for the row "row", NULL where there is none. */
static const lcm_expr *solve(const struct closing *c,
                             const struct lcm_iso_row *row) {
  lcm_ctx *ctx = c->s->ctx;
  lcm_binding *env = NULL;
  const lcm_expr *e = difference(c);
  const size_t n = environment(&env, c, row->p);
  if (!e)
    return NULL;
  env[n] = (lcm_binding){lcm_expr_name(c->m), NAN};
  const double near =
      root_near(e, env, n + 1, c->whole ? row->size / row->p : row->size);
  const struct lcm_exact_near where = {near, env, n};
  const lcm_expr *root =
      isnan(near) ? NULL
                  : lcm_exact_root_near(ctx, e, lcm_expr_name(c->m), &where);
  return root ? lcm_expr_expand(ctx,
                                c->whole ? lcm_expr_mul(ctx, root, c->p) : root)
              : NULL;
}

/* Return whether "e" gives the rows of "c": to 1e-9, or, where p is to divide
 * the size, to the next multiple of p; then these have to be of several. */
static bool gives_rows(const struct closing *c, const lcm_expr *e) {
  for (size_t i = 0; i < c->iso->n_rows; i++) {
    const struct lcm_iso_row *row = &c->iso->rows[i];
    lcm_binding *env = NULL;
    double value = NAN;
    const size_t n = environment(&env, c, row->p);
    if (isnan(row->size) || (!c->whole && row->size == c->iso->low))
      continue;
    if (lcm_expr_eval(&value, e, env, n) ||
        (c->whole && row->size <= 2 * row->p) ||
        !(fabs(value - row->size) <=
          fmax(c->whole ? row->p : 0, 1e-9 * row->size)))
      return false;
  }
  return true;
}

/* Return a row of "iso" that has a size of its own; NULL where none has. */
static const struct lcm_iso_row *any_row(const struct lcm_isoefficiency *iso) {
  for (size_t i = 0; i < iso->n_rows; i++)
    if (iso->rows[i].size > iso->low)
      return &iso->rows[i];
  return NULL;
}

const lcm_expr *lcm_scaling_exact(bool *divides, struct lcm_scaling *s,
                                  const struct lcm_isoefficiency *iso) {
  lcm_ctx *ctx = s->ctx;
  const struct lcm_iso_row *row = any_row(iso);
  const char *m = lcm_intern(ctx, "lcm.multiple");
  const lcm_expr *e = NULL;
  *divides = false;
  if (!row || !formula_of(s) ||
      (!s->program->is_model && strcmp(s->grid->names[s->axis], "p") != 0))
    return NULL;
  const bool muted = lcm_ctx_mute(ctx, true);
  struct closing c = {
      .s = s,
      .iso = iso,
      .p = lcm_expr_symbol(ctx, s->grid->names[s->axis], LCM_DIM_NONE),
      .m = lcm_expr_symbol(ctx, m, LCM_DIM_NONE)};
  lcm_expr_assume(ctx, c.m, 1, INFINITY, true);
  for (int whole = 0; whole < 2 && !e; whole++) {
    c.whole = whole;
    e = solve(&c, row);
    e = e && gives_rows(&c, e) ? e : NULL;
  }
  lcm_ctx_refill(ctx);
  *divides = c.whole;
  (void)lcm_ctx_mute(ctx, muted);
  return e;
}
