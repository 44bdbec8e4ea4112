/* A solution of the fit as a model: expression, intervals, quality. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "fit/report.h"

/* Digits of coefficients in formulae; of forms of many coefficients, which may
 * nearly cancel, all. */
enum { DIGITS = 6, ALL_DIGITS = 17, MANY = 5 };

double lcm_fit_level(double level) { return level > 0 ? level : 0.9; }

/* Return whether "text", somewhere in "whole", begins with the name of a
 * coefficient of "form"; put which and its length there. */
static bool is_coefficient(const struct lcm_fit_form *form, const char *whole,
                           const char *text, size_t *which, size_t *len) {
  if (text > whole && (isalnum((unsigned char)text[-1]) || text[-1] == '_'))
    return false;
  for (size_t j = 0; j < form->k; j++) {
    *len = strlen(form->names[j]);
    *which = j;
    if (strncmp(text, form->names[j], *len) == 0 &&
        !isalnum((unsigned char)text[*len]) && text[*len] != '_')
      return true;
  }
  return false;
}

/* Append "value", after what may be a plus, to "out". */
static void add_value(lcm_buf *out, double value, int digits) {
  const bool plus = out->len >= 2 && out->text[out->len - 2] == '+';
  if (value < 0 && plus)
    out->text[out->len - 2] = '-';
  lcm_buf_short(out, value < 0 && plus ? -value : value, digits);
}

/* Return the text of the form with the estimates for its coefficients. */
static const char *fill_in(lcm_ctx *ctx, const struct lcm_fit_form *form,
                           const double *beta) {
  lcm_buf out = {0};
  const int digits = form->k > MANY ? ALL_DIGITS : DIGITS;
  for (const char *at = form->text; *at;) {
    size_t which = 0;
    size_t len = 0;
    if (is_coefficient(form, form->text, at, &which, &len)) {
      add_value(&out, beta[which], digits);
      at += len;
    } else {
      lcm_buf_putc(&out, *at++);
    }
  }
  return lcm_ctx_text(ctx, &out);
}

/* Put coefficients and their covariance into "out". */
static void report_coefficients(lcm_fit_model *out, lcm_ctx *ctx,
                                const struct lcm_fit_solution *s,
                                double level) {
  const size_t k = s->form.k;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_fit_coefficient *all =
      LCM_NEW_ARRAY(arena, struct lcm_fit_coefficient, k + 1);
  double *matrix = LCM_NEW_ARRAY(arena, double, 1 + k * k);
  const double t =
      s->freedom ? lcm_student_two_sided(level, (double)s->freedom) : 0;
  for (size_t i = 0; i < k; i++) {
    const double half = t * sqrt(s->covariance[i * k + i]);
    all[i] = (struct lcm_fit_coefficient){s->form.names[i], s->beta[i],
                                          s->beta[i] - half, s->beta[i] + half};
    for (size_t j = 0; j < k; j++)
      matrix[i * k + j] = s->covariance[i * k + j];
  }
  out->coefficients = all;
  out->n_coefficients = k;
  out->covariance = matrix;
}

/* Return a name for the coefficient "name" that no other value has in the
 * context, beginning with "prefix". */
static const char *coefficient_name(lcm_ctx *ctx, const char *prefix,
                                    const char *name) {
  const char *full = LCM_INTERN_JOINED(ctx, prefix, name);
  for (const char *more = "'"; lcm_coef_find(ctx, full);)
    full = LCM_INTERN_JOINED(ctx, full, more);
  return full;
}

/* Return the covariance of coefficients "i" and "j" of "model", no more than
 * their deviations allow: rounding may make it so. */
static double covariance(const lcm_fit_model *model, size_t i, size_t j) {
  const size_t k = model->n_coefficients;
  const double most =
      sqrt(model->covariance[i * k + i]) * sqrt(model->covariance[j * k + j]);
  return fmax(-most, fmin(model->covariance[i * k + j], most));
}

/* Record the covariance of the coefficients of "model", called "names" in the
 * context: the variances first, because correlations follow from them. */
static lcm_status record(const lcm_fit_model *model, lcm_ctx *ctx,
                         const char *const *names) {
  const size_t k = model->n_coefficients;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < k && !status; i++)
    status =
        lcm_coef_covary(ctx, names[i], names[i], model->covariance[i * k + i]);
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < i && !status; j++)
      status =
          lcm_coef_covary(ctx, names[i], names[j], covariance(model, i, j));
  return status;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct lcm_fit_range *)a)->name,
                ((const struct lcm_fit_range *)b)->name);
}

/* Return how many different values variable "j" has up to group "g", and
 * whether that of "g" is among those before. */
static bool is_new(const struct lcm_fit_points *points, size_t j, size_t g) {
  const size_t width = points->n_names;
  for (size_t i = 0; i < g; i++)
    if (points->at[i * width + j] == points->at[g * width + j])
      return false;
  return true;
}

/* Put the ranges of the variables into "out". */
static void report_ranges(lcm_fit_model *out, lcm_ctx *ctx,
                          const struct lcm_fit_points *points) {
  const size_t width = points->n_names;
  struct lcm_fit_range *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_fit_range, width + 1);
  for (size_t j = 0; j < width; j++) {
    all[j] = (struct lcm_fit_range){lcm_intern(ctx, points->names[j]), INFINITY,
                                    -INFINITY, 0};
    for (size_t g = 0; g < points->groups; g++) {
      const double value = points->at[g * width + j];
      all[j].low = fmin(all[j].low, value);
      all[j].high = fmax(all[j].high, value);
      all[j].values += is_new(points, j, g);
    }
  }
  qsort(all, width, sizeof *all, by_name);
  out->variables = all;
  out->n_variables = width;
}

/* Return the quality of "s" as a fit of "points". */
static struct lcm_fit_quality quality(const struct lcm_fit_solution *s,
                                      const struct lcm_fit_points *points) {
  const double whole = s->form.constant ? s->about : s->total;
  const double n = (double)(s->freedom + s->form.k);
  const double r2 = whole > 0 ? 1 - s->chi2 / whole : s->chi2 > 0 ? 0 : 1;
  const double above = s->form.constant ? n - 1 : n;
  const double lost = s->freedom ? (1 - r2) * above / (double)s->freedom : 0;
  return (struct lcm_fit_quality){r2,          1 - lost,          s->smape,
                                  s->cv_smape, sqrt(s->variance), points->n,
                                  s->freedom,  s->outliers};
}

/* Return what the names of the coefficients of "base" begin with. */
static const char *prefix(lcm_ctx *ctx, const lcm_fit_model *base,
                          size_t rank) {
  char number[32] = "";
  if (rank) {
    lcm_buf text = {0};
    lcm_buf_printf(&text, "%zu:", rank + 1);
    strncpy(number, text.text ? text.text : "", sizeof number - 1);
    lcm_buf_free(&text);
  }
  return LCM_INTERN_JOINED(ctx, base->fragment ? base->fragment : "", ":",
                           base->category ? base->category : "", ":", number);
}

lcm_status lcm_fit_express(lcm_fit_model *model, lcm_ctx *ctx,
                           const lcm_expr *form, size_t rank) {
  const size_t k = model->n_coefficients;
  const char *const begin = prefix(ctx, model, rank);
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_subst *substs = LCM_NEW_ARRAY(arena, struct lcm_subst, k + 1);
  const char **names = LCM_NEW_ARRAY(arena, const char *, k + 1);
  for (size_t i = 0; i < k; i++) {
    const struct lcm_fit_coefficient *c = &model->coefficients[i];
    names[i] = coefficient_name(ctx, begin, c->name);
    const lcm_coef coef = {.name = names[i],
                           .value = c->value,
                           .half_width = (c->high - c->low) / 2,
                           .anonymous = true};
    substs[i] = (struct lcm_subst){c->name, lcm_expr_coef(ctx, &coef)};
  }
  const lcm_status status = record(model, ctx, names);
  if (status)
    return status;
  model->expr = lcm_expr_subst(ctx, form, substs, k);
  return model->expr ? LCM_OK : LCM_EFIT;
}

lcm_status lcm_fit_report(lcm_fit_model *out, const struct lcm_fit_job *job,
                          size_t rank) {
  lcm_ctx *ctx = job->ctx;
  const struct lcm_fit_points *points = &job->points;
  const struct lcm_fit_solution *solution = &job->solutions.at[rank];
  *out = *job->base;
  out->form = solution->form.text;
  out->formula = fill_in(ctx, &solution->form, solution->beta);
  out->relative = points->relative;
  out->selected = rank == 0;
  out->no_model = NULL;
  out->quality = quality(solution, points);
  report_coefficients(out, ctx, solution, lcm_fit_level(job->options->level));
  report_ranges(out, ctx, points);
  return lcm_fit_express(out, ctx, solution->form.expr, rank);
}
