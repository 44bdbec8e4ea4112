/* Isoefficiency: how the problem has to grow with the processors. */
#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_root.h"
#include "study/compare/compare.h"
#include "study/scale/growth.h"
#include "study/scale/iso.h"
#include "study/scale/scaling.h"
#include "study/scale/setting.h"

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

/* Return n(p) of the efficiency "efficiency" in closed form, NULL where there
 * is none that gives the "n" rows at "rows"; "*divides": where p divides the
 * size. */
static const lcm_expr *lcm_scaling_exact(bool *divides, struct lcm_scaling *s,
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

/* Doublings of a size that are tried; numbers of processors by which growth is
 * told; doublings after which an efficiency that comes to less than what is
 * kept is taken to stay below it. */
enum { MOST_DOUBLINGS = 64, DOUBLED_P = 12, SETTLED = 4 };

/* The efficiency that is kept where nothing is said. */
static const double USUAL = 0.8;

/* Sizes beyond which nobody looks. */
static const double LARGEST = 1125899906842624.0;

/* A size that is looked for. */
struct looking {
  struct lcm_scaling *s;
  const struct lcm_isoefficiency *iso;
  size_t base; /* the point that has the other variables */
  bool whole;  /* the size is a whole number */
};

/* Return "axis" processors and the size "size" as a setting. */
static struct lcm_setting setting(const struct looking *l, double axis,
                                  double size) {
  struct lcm_setting at = lcm_setting_at(l->s, l->base, axis);
  at.name = l->s->size;
  at.value = size;
  return at;
}

/* A number of processors at which a root is looked for. */
struct at_p {
  const struct looking *l;
  double p;
};

/* Return by how much the efficiency at the size "size" exceeds that which is
 * kept. */
static double excess(double size, void *user) {
  const struct at_p *at = user;
  const struct lcm_setting one = setting(at->l, at->p, size);
  double efficiency = NAN;
  lcm_scaling_efficiencies(&efficiency, at->l->s, &one, 1);
  return efficiency - at->l->iso->efficiency;
}

/* Return whether "efficiency" is as large as "l" keeps it, but for rounding. */
static bool is_enough(const struct looking *l, double efficiency) {
  return efficiency >= l->iso->efficiency * (1 - 1e-12);
}

/* Return the least whole size above "low" up to "high" that "at" is looking
 * for; "high" is one. */
static double narrow_whole(struct at_p *at, double low, double high) {
  while (high - low > 1) {
    const double middle = floor(low + (high - low) / 2);
    if (is_enough(at->l, excess(middle, at) + at->l->iso->efficiency))
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* Return the size between "low", which is too small, and "high". */
static double narrow(struct at_p *at, double low, double high) {
  struct lcm_root root;
  const struct lcm_function1 f = {excess, at};
  if (at->l->whole)
    return narrow_whole(at, low, high);
  return lcm_root_narrow(&root, f, low, high) ? NAN : root.above;
}

/* Sizes that are tried one after the other, each twice as large. */
struct climbing {
  /* last, gain: the efficiency of the one before, and by how much that was more
   * than that before it */
  double last;
  double gain;
  int low; /* how many came to less than what is kept */
};

/* Return whether "efficiency", that of the next size, leaves hope that a larger
 * one has that of "at": gains that shrink by a factor r add up to no more than
 * the last one r/(1 - r) times. */
static bool may_reach(struct climbing *c, const struct at_p *at,
                      double efficiency) {
  const double gain = efficiency - c->last;
  const double r = c->gain > 0 ? gain / c->gain : 1;
  const bool stays = gain <= 1e-12 * fabs(efficiency);
  const double end = stays   ? efficiency
                     : r < 1 ? efficiency + gain * r / (1 - r)
                             : INFINITY;
  const bool low = !isnan(c->last) && end < at->l->iso->efficiency * (1 - 1e-6);
  c->low = low ? c->low + 1 : 0;
  c->last = efficiency;
  c->gain = gain;
  return !isnan(efficiency) && c->low < SETTLED;
}

/* Return the size for which "p" processors have the efficiency of "l", one size
 * after the other being tried from "start" on: half as large as long as that
 * has it, else twice as large until it has.  NaN where none is found. */
static double size_from(const struct looking *l, double p, double start) {
  struct at_p at = {l, p};
  const double kept = l->iso->efficiency;
  struct climbing c = {.last = NAN};
  double size = fmin(fmax(start, l->iso->low), l->iso->high);
  double efficiency = excess(size, &at) + kept;
  while (is_enough(l, efficiency)) {
    const double half = fmax(size / 2, l->iso->low);
    const double less = l->whole ? ceil(half) : half;
    if (less >= size)
      return size;
    if (!is_enough(l, excess(less, &at) + kept))
      return narrow(&at, less, size);
    size = less;
  }
  for (int i = 0; i < MOST_DOUBLINGS && size < l->iso->high; i++) {
    const double more = fmin(2 * size, l->iso->high);
    if (!may_reach(&c, &at, efficiency))
      break;
    efficiency = excess(more, &at) + kept;
    if (is_enough(l, efficiency))
      return narrow(&at, size, more);
    size = more;
  }
  return NAN;
}

/* Return whether times of all sizes of "l" are computed as fast: there is a
 * formula that adds nothing up size by size. */
static bool is_fast(const struct looking *l) {
  const struct lcm_scaling *s = l->s;
  const struct lcm_closed_form *form = lcm_predictor_closed_form(s->predictor);
  const lcm_expr *time = s->formula ? s->formula : form ? form->time : NULL;
  return lcm_scaling_is_cheap(s) &&
         !(time && lcm_expr_sums_over(time, l->iso->name));
}

/* Return the size for which "p" processors have the efficiency of "l"; NaN
 * where none has. */
static double size_for(const struct looking *l, double p) {
  struct lcm_setting settings[MOST_DOUBLINGS + 1];
  double efficiencies[MOST_DOUBLINGS + 1];
  struct at_p at = {l, p};
  size_t n = 0;
  for (double size = l->iso->low; n < MOST_DOUBLINGS; size *= 2) {
    settings[n++] = setting(l, p, fmin(size, l->iso->high));
    if (size >= l->iso->high)
      break;
  }
  lcm_scaling_efficiencies(efficiencies, l->s, settings, n);
  for (size_t i = 0; i < n; i++)
    if (is_enough(l, efficiencies[i]))
      return i ? narrow(&at, settings[i - 1].value, settings[i].value)
               : settings[0].value;
  return NAN;
}

/* Set the rows of "iso": one for each number of processors of the line. */
static void fill_rows(struct lcm_isoefficiency *iso, const struct looking *l) {
  const struct lcm_scale_line *line = &l->s->lines.at[iso->line];
  const double *axis = l->s->grid->columns[l->s->axis];
  const bool cheap = is_fast(l);
  double start = l->s->grid->columns[l->s->size][l->base];
  struct lcm_iso_row *rows =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->s->ctx), struct lcm_iso_row, line->n + 1);
  for (size_t k = 0; k < line->n; k++) {
    const double p = axis[line->points[k]];
    if (!(p > 1) || (iso->n_rows && p <= rows[iso->n_rows - 1].p))
      continue;
    const double size = cheap ? size_for(l, p) : size_from(l, p, start);
    rows[iso->n_rows++] = (struct lcm_iso_row){p, size};
    start = isnan(size) ? start : size;
  }
  iso->rows = rows;
}

/* Return the class by which the rows of "iso" grow; where times are cheap, by
 * more processors than the rows have. */
static const char *growth_of(const struct lcm_isoefficiency *iso,
                             const struct looking *l) {
  double p[LCM_FACTOR_COUNT + DOUBLED_P];
  double sizes[LCM_FACTOR_COUNT + DOUBLED_P];
  size_t n = 0;
  if (is_fast(l)) {
    for (size_t k = 1; k <= DOUBLED_P; k++) {
      p[n] = exp2((double)k);
      sizes[n] = size_for(l, p[n]);
      n += isfinite(sizes[n]);
    }
    return lcm_growth_class(p, sizes, n);
  }
  for (size_t i = 0; i < iso->n_rows && n < DOUBLED_P; i++) {
    p[n] = iso->rows[i].p;
    sizes[n] = iso->rows[i].size;
    n += isfinite(sizes[n]);
  }
  return lcm_growth_class(p, sizes, n);
}

/* Return whether the size of "s" takes whole numbers alone. */
static bool is_whole(const struct lcm_scaling *s) {
  const lcm_param *param = lcm_param_named(s->program, s->grid->names[s->size]);
  bool whole = !param || lcm_param_is_whole(param);
  for (size_t i = 0; i < s->grid->n_points; i++) {
    const double value = s->grid->columns[s->size][i];
    whole = whole && value == floor(value);
  }
  return whole;
}

/* Set between which sizes "iso" looks. */
static void set_range(struct lcm_isoefficiency *iso, const struct looking *l) {
  const lcm_param *param =
      lcm_param_named(l->s->program, l->s->grid->names[l->s->size]);
  const double value = l->s->grid->columns[l->s->size][l->base];
  iso->low = fmin(1, value);
  iso->high = LARGEST;
  if (param && param->low)
    (void)lcm_expr_is_number(param->low, &iso->low);
  if (param && param->high)
    (void)lcm_expr_is_number(param->high, &iso->high);
  if (l->whole) {
    iso->low = ceil(iso->low);
    iso->high = floor(iso->high);
  }
  if (!(iso->low > 0))
    iso->low = l->whole ? 1 : fabs(value) / LARGEST;
}

struct lcm_isoefficiency lcm_scaling_iso(struct lcm_scaling *s) {
  const bool asked = s->what->efficiency > 0;
  struct lcm_isoefficiency iso = {.efficiency =
                                      asked ? s->what->efficiency : USUAL,
                                  .line = s->lines.n - 1};
  const struct lcm_scale_line *line = &s->lines.at[iso.line];
  if (s->size == s->grid->n_names) {
    iso.reason = "there is no variable that could be the size of the problem";
    return iso;
  }
  iso.name = s->grid->names[s->size];
  if (!asked && !lcm_scaling_is_cheap(s)) {
    iso.reason = "there is no closed form; --efficiency E looks all the same";
    return iso;
  }
  struct looking l = {s, &iso, line->points[line->n - 1], is_whole(s)};
  set_range(&iso, &l);
  fill_rows(&iso, &l);
  iso.growth = growth_of(&iso, &l);
  iso.exact = lcm_scaling_exact(&iso.divides, s, &iso);
  return iso;
}
