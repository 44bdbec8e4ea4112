/* Fitting one form to points: weights, outliers left out, quality. */

#include "fit/search/solve.h"
#include "composer/gsl/gsl_chance.h"
#include "fit/search/branches.h"
#include "fit/search/curve.h"
#include "fit/search/evidence.h"
#include "fit/search/least.h"
#include "fit/search/prior.h"

/* How often weights are computed anew from fitted values. */
enum { MAX_PASSES = 12 };

/* The form being fitted, at the places of the groups. */
struct fitting {
  lcm_ctx *ctx;
  lcm_arena *arena;
  const struct lcm_fit_points *points;
  const struct lcm_fit_form *form;
  /* of the value by the coefficients, groups x k */
  double *slopes;
  double *offset;                /* value where all coefficients are 0 */
  bool *left_out;                /* groups that do not count */
  double *fitted;                /* values */
  struct lcm_least_result least; /* what was found last */
  double wanted;                 /* score below which the form is of no use */
  double score;                  /* logarithm of the evidence */
};

/* Solve for the coefficients with weights as of the values "like". */
static lcm_status solve_once(struct fitting *f, const double *like) {
  const struct lcm_fit_points *points = f->points;
  const size_t k = f->form->k;
  double *y = LCM_NEW_ARRAY(f->arena, double, points->groups + 1);
  double *w = LCM_NEW_ARRAY(f->arena, double, points->groups + 1);
  for (size_t g = 0; g < points->groups; g++) {
    y[g] = points->centre[g] - f->offset[g];
    w[g] = f->left_out[g]
               ? 0
               : points->count[g] / lcm_fit_variance(points, like[g]);
  }
  const struct lcm_least problem = {points->groups, k, f->slopes, y, w};
  return lcm_least_solve(&f->least, f->arena, &problem);
}

/* Put the fitted values into "f"; return by how much they changed, as a share
 * of what deviations are proportional to. */
static double refresh(struct fitting *f) {
  const size_t k = f->form->k;
  double change = 0;
  for (size_t g = 0; g < f->points->groups; g++) {
    long double sum = f->offset[g];
    for (size_t j = 0; j < k; j++)
      sum += (long double)f->slopes[g * k + j] * f->least.beta[j];
    const double value = (double)sum;
    change = fmax(change, fabs(value - f->fitted[g]) /
                              sqrt(lcm_fit_variance(f->points, value)));
    f->fitted[g] = value;
  }
  return change;
}

/* Put the evidence for the form into "f", of which the weights are those of the
 * centres; "left" groups count. */
static void keep_score(struct fitting *f, size_t left) {
  const size_t k = f->form->k;
  const struct lcm_fit_evidence e = {k, (double)left, f->least.chi2,
                                     f->least.volume, f->least.total};
  f->score = lcm_fit_log_evidence(f->points, &e);
  for (size_t j = 0; j < k; j++)
    f->score += lcm_fit_void_weight(f->points, f->slopes + j, k);
}

/* Solve for the coefficients, the weights being those of the fitted values;
 * "left" groups count. */
static lcm_status solve_weighted(struct fitting *f, size_t left) {
  memcpy(f->fitted, f->points->centre, f->points->groups * sizeof(double));
  for (int pass = 0; pass < MAX_PASSES; pass++) {
    const lcm_status status = solve_once(f, f->fitted);
    if (status)
      return status;
    if (pass == 0)
      keep_score(f, left);
    if (f->score < f->wanted)
      return LCM_EFIT;
    if (refresh(f) < 1e-9 || !f->points->relative)
      break;
  }
  return LCM_OK;
}

/* Return the weighted deviation of group "g" from its fitted value. */
static double deviation(const struct fitting *f, size_t g) {
  return (f->points->centre[g] - f->fitted[g]) *
         sqrt(f->points->count[g] / lcm_fit_variance(f->points, f->fitted[g]));
}

/* Leave out the group that is farthest from what the others say, where that is
 * beyond chance; return whether there was one. */
static bool leave_out_one(struct fitting *f, size_t left) {
  size_t worst = 0;
  double most = 0;
  const double freedom = (double)(left - f->form->k) - 1;
  for (size_t g = 0; g < f->points->groups; g++) {
    const double d = deviation(f, g);
    const double rest = 1 - f->least.leverage[g];
    if (f->left_out[g] || rest < 1e-6)
      continue;
    const double others = (f->least.chi2 - d * d / rest) / freedom;
    const double t = fabs(d) / sqrt(rest * fmax(others, 1e-20));
    worst = t > most ? g : worst;
    most = fmax(most, t);
  }
  const double level = 1 - 0.002 / (double)left;
  if (most < lcm_student_two_sided(level, freedom))
    return false;
  f->left_out[worst] = true;
  return true;
}

/* Solve, leaving out single measurements that the others contradict; what is 0
 * of necessity is none of these others. */
static lcm_status solve_robust(struct fitting *f,
                               const struct lcm_fit_options *options) {
  size_t left = 0;
  size_t voids = 0;
  for (size_t g = 0; g < f->points->groups; g++) {
    left += !f->left_out[g];
    voids += !f->left_out[g] && lcm_fit_is_void(f->points, g);
  }
  lcm_status status = solve_weighted(f, left - voids);
  const bool single = f->points->n == f->points->groups;
  size_t room =
      options->robust && single && !f->points->sparse ? (left - voids) / 5 : 0;
  while (!status && room-- > 0 && left - voids > f->form->k + 3 &&
         leave_out_one(f, left - voids)) {
    left--;
    status = solve_weighted(f, left - voids);
  }
  return status;
}

/* Return the symmetric error in percent of "fitted" for "y"; what is nearly 0
 * counts as no less than what is told from it. */
static double symmetric(const struct lcm_fit_points *points, double y,
                        double fitted) {
  const double size = fmax(fabs(y) + fabs(fitted), 2 * points->floor);
  return 200 * fabs(y - fitted) / size;
}

/* Put the symmetric errors of the fit and of leaving each group out into
 * "out". */
static void find_errors(struct lcm_fit_solution *out, const struct fitting *f) {
  double sum = 0;
  double cross = 0;
  double n = 0;
  for (size_t g = 0; g < f->points->groups; g++) {
    if (f->left_out[g])
      continue;
    const double y = f->points->centre[g];
    const double rest = fmax(1 - f->least.leverage[g], 1e-9);
    const double other = y - (y - f->fitted[g]) / rest;
    sum += symmetric(f->points, y, f->fitted[g]);
    cross += symmetric(f->points, y, other);
    n++;
  }
  out->smape = sum / n;
  out->cv_smape = cross / n;
}

/* Put the squared deviations of repetitions from their centres, in units of
 * what the fit says, into "*scatter"; return how many points count: not those
 * that are 0 as the form is. */
static size_t count_points(double *scatter, const struct fitting *f,
                           size_t *outliers) {
  size_t n = 0;
  *scatter = 0;
  *outliers = 0;
  for (size_t i = 0; i < f->points->n; i++) {
    const size_t g = f->points->group[i];
    if (f->points->weight[i] <= 0 || f->left_out[g]) {
      ++*outliers;
      continue;
    }
    const double d = f->points->y[i] - f->points->centre[g];
    *scatter += d * d / lcm_fit_variance(f->points, f->fitted[g]);
    n +=
        !lcm_fit_is_void(f->points, g) || fabs(f->fitted[g]) > f->points->floor;
  }
  return n;
}

/* Return whether all numbers of "s" are finite. */
static bool is_finite(const struct lcm_fit_solution *s) {
  bool finite = isfinite(s->variance) && isfinite(s->total);
  for (size_t i = 0; i < s->form.k * s->form.k; i++)
    finite = finite && isfinite(s->covariance[i]);
  for (size_t j = 0; j < s->form.k; j++)
    finite = finite && isfinite(s->beta[j]);
  return finite;
}

/* Return by how much the terms of "f" are larger than the whole, as in struct
 * lcm_fit_solution. */
static double find_excess(const struct fitting *f) {
  const struct lcm_fit_points *points = f->points;
  const size_t k = f->form->k;
  double terms = 0;
  double whole = 0;
  for (size_t g = 0; g < points->groups; g++) {
    const double w =
        f->left_out[g]
            ? 0
            : points->count[g] / lcm_fit_variance(points, f->fitted[g]);
    for (size_t j = 0; j < k; j++) {
      const double term = f->slopes[g * k + j] * f->least.beta[j];
      terms += w * term * term;
    }
    whole += w * points->centre[g] * points->centre[g];
  }
  return whole > 0 ? terms / whole - 1 : 0;
}

/* Return how many groups count and say how much values deviate. */
static double count_rows(const struct fitting *f) {
  double rows = 0;
  for (size_t g = 0; g < f->points->groups; g++)
    rows += !f->left_out[g] && !lcm_fit_is_void(f->points, g);
  return rows;
}

/* Put what was found into "out"; LCM_EFIT where it is beyond the numbers. */
static lcm_status finish(struct lcm_fit_solution *out,
                         const struct fitting *f) {
  double scatter = 0;
  size_t outliers = 0;
  const size_t n = count_points(&scatter, f, &outliers);
  const size_t k = f->form->k;
  *out = (struct lcm_fit_solution){
      .form = *f->form,
      .beta = f->least.beta,
      .covariance = f->least.inverse,
      .freedom = n > k ? n - k : 0,
      .fitted = f->fitted,
      .left_out = f->left_out,
      .chi2 = f->least.chi2 + scatter,
      .about = f->least.about + scatter,
      .total = f->least.total + scatter,
      .rest = f->least.chi2,
      .rows = count_rows(f),
      .outliers = outliers,
      .excess = find_excess(f),
      .score = f->score,
  };
  out->variance = out->freedom ? out->chi2 / (double)out->freedom : 0;
  for (size_t i = 0; i < k * k; i++)
    out->covariance[i] *= out->variance;
  find_errors(out, f);
  return is_finite(out) ? LCM_OK : LCM_EFIT;
}

/* Put slopes and offset of the form into "f". */
static lcm_status prepare(struct fitting *f) {
  if (f->form->branched)
    return lcm_fit_branches(f->slopes, f->offset, f->ctx, f->arena, f->points,
                            f->form);
  if (!f->form->linear)
    return lcm_fit_curve(f->slopes, f->offset, f->ctx, f->arena, f->points,
                         f->form);
  const lcm_status status = lcm_fit_evaluate(
      f->slopes, f->ctx, f->arena, f->points, f->form->slopes, f->form->k);
  return status ? status
                : lcm_fit_evaluate(f->offset, f->ctx, f->arena, f->points,
                                   &f->form->offset, 1);
}

lcm_status lcm_fit_solve(struct lcm_fit_solution *out,
                         const struct lcm_fit_solving *how,
                         const struct lcm_fit_points *points,
                         const struct lcm_fit_form *form) {
  const size_t n = points->groups;
  lcm_arena *arena = how->arena;
  struct fitting f = {.ctx = how->ctx,
                      .arena = arena,
                      .points = points,
                      .form = form,
                      .wanted = how->least,
                      .slopes = LCM_NEW_ARRAY(arena, double, n * form->k + 1),
                      .offset = LCM_NEW_ARRAY(arena, double, n + 1),
                      .left_out = LCM_NEW_ARRAY(arena, bool, n + 1),
                      .fitted = LCM_NEW_ARRAY(arena, double, n + 1)};
  if (how->left_out)
    memcpy(f.left_out, how->left_out, n * sizeof *f.left_out);
  if (form->k > n)
    return LCM_EFIT;
  lcm_status status = prepare(&f);
  if (!status)
    status = solve_robust(&f, how->options);
  return status ? status : finish(out, &f);
}
