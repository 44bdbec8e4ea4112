/* Selecting a model: candidates of the search and of libraries, fitted and
 * compared by evidence. */
#include <math.h>
#include <stdlib.h>

#include "composer/gsl/gsl_chance.h"
#include "fit/job_internal.h"
#include "fit/report.h"
#include "fit/search/choose.h"
#include "fit/search/evidence.h"
#include "fit/search/powers.h"
#include "fit/search/prior.h"
#include "fit/search/select.h"
#include "fit/search/source.h"
#include "fit/search/space.h"
#include "fit/search/step.h"
#include "fit/search/threshold.h"
#include "fit/search/triple.h"
#include "fit/spread.h"

/* How often a growth that no other quantity of the program has is expected, in
 * numbers of quantities. */
static const double UNUSUAL = 0.3;

/* For how many quantities the source speaks, where a form is its own and where
 * one that was searched grows alike; how far, as an exponent, growths
 * that are alike are from what it says. */
static const double BY_SOURCE = 30;
static const double FOUND_TOO = 0.1;
static const double SOURCE_APART = 0.04;

/* By which share sizes deviate from the source of their own, usually. */
static const double OWN = 0.04;

/* Logarithm of how likely a form of the source is at least that leaves more. */
static const double UNFIT = -10;

/* What a form leaves of the values: squared residuals of "rows" places beside
 * "k" coefficients, of the sum of squares "total". */
struct leftover {
  double rest;
  double total;
  double rows;
  double k;
  bool found; /* by searching */
};

/* Return the logarithm of how likely the source leaves "left" of "points" where
 * it says what happens: few places hardly tell forms apart, but what
 * repetitions do not explain is to be small. */
static double fits_source(const struct lcm_fit_points *points,
                          const struct leftover *left) {
  const double own =
      points->freedom > 0 ? points->scatter / points->freedom : 0;
  const double lack = left->rest - fmax(0, left->rows - left->k) * own;
  return lack > 0 && left->total > 0
             ? -left->rows * lack / (2 * left->total * OWN * OWN)
             : 0;
}

/* Return by how many deviations "growth", of the varying variables of "job", is
 * not what the source says, squared. */
static double off_source(const struct lcm_fit_job *job, const double *growth) {
  double square = 0;
  for (size_t v = 0; v < job->varying.n_names; v++) {
    const double apart = (growth[v] - job->by_source[v]) / SOURCE_APART;
    if (!lcm_fit_counts_processors(job->varying.names[v]))
      square += apart * apart;
  }
  return square;
}

/* Return the logarithm of how much likelier "growth", of the varying variables
 * of "job", is for what other quantities do and the source says, where a form
 * with it leaves "left". */
static double weight_of(const struct lcm_fit_job *job, const double *growth,
                        const struct leftover *left) {
  const struct lcm_fit_growth_prior *prior = job->options->prior;
  const size_t width = job->data->n_names;
  double alike = 0;
  for (size_t i = 0; prior && i < prior->n; i++) {
    double square = 0;
    for (size_t v = 0, d = 0; v < job->varying.n_names; v++) {
      while (job->data->names[d] != job->varying.names[v])
        d++;
      const double other = prior->growth[i * width + d];
      const double apart = (growth[v] - other) / prior->apart[i];
      if (isfinite(other) && !lcm_fit_counts_processors(job->varying.names[v]))
        square += apart * apart;
    }
    alike += prior->count[i] * exp(-square / 2);
  }
  if (job->by_source)
    alike += (left->found ? FOUND_TOO : 1) * BY_SOURCE *
             exp(fits_source(&job->points, left) - off_source(job, growth) / 2);
  return log1p(alike / UNUSUAL);
}

/* Return the logarithm of how much likelier a form is for what other quantities
 * of the program do, if "job" knows of any: one that was found, one that was
 * fitted. */
static double growth_prior_of_found(const struct lcm_fit_job *job,
                                    const struct lcm_fit_found *found) {
  const struct lcm_fit_space *space = found->space;
  double low[LCM_FIT_VARIABLES];
  double high[LCM_FIT_VARIABLES];
  double growth[LCM_FIT_VARIABLES];
  if (!job->options->prior && !job->by_source)
    return 0;
  lcm_fit_corners(low, high, space->points);
  for (size_t v = 0; v < space->points->n_names; v++) {
    const struct lcm_fit_power *power = &space->powers.at[found->lead[v]];
    growth[v] = log2(lcm_fit_power_at(power, 2 * high[v]) /
                     lcm_fit_power_at(power, high[v]));
  }
  return weight_of(job, growth,
                   &(struct leftover){found->rest, space->yy, space->rows,
                                      (double)found->n + found->constant,
                                      true});
}

/* Return what "solution" leaves. */
static struct leftover leftover_of(const struct lcm_fit_solution *solution) {
  return (struct leftover){solution->rest, solution->total, solution->rows,
                           (double)solution->form.k, false};
}

/* The same of one that was fitted. */
static double
growth_prior_of_solution(const struct lcm_fit_job *job,
                         const struct lcm_fit_solution *solution) {
  double growth[LCM_FIT_ALL_VARIABLES];
  if ((!job->options->prior && !job->by_source) ||
      !lcm_fit_growth(growth, job, &solution->form, solution->beta))
    return 0;
  const struct leftover left = leftover_of(solution);
  return weight_of(job, growth, &left);
}

/* Logarithms of how likely, before anything is measured, a form of the library
 * is, each further term of it, a constant where nothing is searched, an outlier
 * that takes any value up to five times the right one. */
static const double LIBRARY = -1.5;
static const double MORE_TERMS = -3.4;
static const double CONSTANT = -1.2;
static const double OUTLIER = -4.6;

/* The same of a form that is negative beyond the points: a constant is better
 * then, which takes half of that where the search says it is not. */
static const double SENSELESS = -2000;

/* The same of a coefficient of a given form that is negative: of a constant, of
 * another term. */
static const double NEGATIVE_CONSTANT = -2.5;
static const double NEGATIVE_TERM = -5;

/* By how much a typical form may be less likely than what was found, before
 * what is superfluous in it is dropped: about 4 for each coefficient. */
static const double HOPELESS_FORM = 25;

/* How many forms of the search are reported where all are asked for; up to how
 * many groups are few; how often outliers are looked for. */
enum { REPORTED = 8, FEW = 10, ROUNDS = 4 };

/* Deviations, as a share of the value, from which on a model of points without
 * repetitions is none. */
static const double HOPELESS = 0.5;

/* Return the number of the term of "s" that is the least distinguishable from
 * 0, all those being dropped whose interval has 0 in it; k where there is
 * none. */
static size_t find_superfluous(const struct lcm_fit_solution *s,
                               const struct lcm_fit_options *options) {
  const size_t k = s->form.k;
  if (!s->freedom || k < 2 || !s->form.linear)
    return k;
  double least =
      lcm_student_two_sided(lcm_fit_level(options->level), (double)s->freedom);
  size_t found = k;
  for (size_t j = 0; j < k; j++) {
    const double deviation = sqrt(s->covariance[j * k + j]);
    const double t = deviation > 0 ? fabs(s->beta[j]) / deviation : INFINITY;
    found = t <= least ? j : found;
    least = fmin(least, t);
  }
  return found;
}

/* Fit "form", leaving out the groups "left_out", and, unless terms are to be
 * kept, the same without what cannot be told from 0. */
static lcm_status solve(struct lcm_fit_solution *out, struct lcm_fit_job *job,
                        const struct lcm_fit_form *form, const bool *left_out) {
  const struct lcm_fit_solving how = {job->ctx, job->arena, job->options,
                                      left_out, job->least};
  lcm_status status = lcm_fit_solve(out, &how, &job->points, form);
  while (!status && !job->options->keep_terms) {
    const size_t which = find_superfluous(out, job->options);
    if (which == out->form.k)
      break;
    struct lcm_fit_form less;
    status = lcm_fit_form_without(&less, job->ctx, &out->form, which);
    if (!status)
      status = lcm_fit_solve(out, &how, &job->points, &less);
  }
  return status;
}

/* Return the solution of "job" that is of the same form as "form", or NULL. */
static struct lcm_fit_solution *find_known(const struct lcm_fit_job *job,
                                           const struct lcm_fit_form *form) {
  for (size_t i = 0; i < job->solutions.n; i++)
    if (job->solutions.at[i].form.expr == form->expr)
      return &job->solutions.at[i];
  return NULL;
}

/* Return whether "e" has a root or a logarithm of the variable "name". */
static bool is_bent(const lcm_expr *e, const char *name) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  double exponent = 1;
  if (!lcm_expr_has(e, name))
    return false;
  if (kind == LCM_X_LOG || kind == LCM_X_LOG2 || kind == LCM_X_LOG10 ||
      kind == LCM_X_SQRT)
    return true;
  if (kind == LCM_X_POW && lcm_expr_is_number(lcm_expr_arg(e, 1), &exponent) &&
      exponent != floor(exponent))
    return true;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (is_bent(lcm_expr_arg(e, i), name))
      return true;
  return false;
}

/* Return what its roots and logarithms make of the likelihood of "form". */
static double bent_weight(const struct lcm_fit_points *points,
                          const struct lcm_fit_form *form) {
  double weight = 0;
  for (size_t v = 0; v < points->n_names; v++)
    if (is_bent(form->expr, points->names[v]))
      weight += lcm_fit_bent_weight(points, v);
  return weight;
}

/* Return how much less likely "s" is for having several terms beside a
 * constant, as sums that are searched are: a polynomial is typical, but also
 * what goes through anything. */
static double terms_weight(const struct lcm_fit_solution *s) {
  size_t terms = 0;
  for (size_t j = 0; j < s->form.k && s->form.linear; j++)
    terms += !lcm_expr_is_int(s->form.slopes[j], 1);
  return terms > 1 ? MORE_TERMS * (double)(terms - 1) : 0;
}

/* Return what the signs of the coefficients of "s" make of its likelihood. */
static double sign_weight(const struct lcm_fit_solution *s) {
  double weight = 0;
  for (size_t j = 0; j < s->form.k && s->form.linear; j++)
    if (s->beta[j] < 0)
      weight += lcm_expr_is_int(s->form.slopes[j], 1) ? NEGATIVE_CONSTANT
                                                      : NEGATIVE_TERM;
  return weight;
}

/* Fit the form "text", leaving out the groups "left_out"; say in "*fitted"
 * whether that is possible. */
static lcm_status fit_text(struct lcm_fit_solution *out, bool *fitted,
                           struct lcm_fit_job *job, const char *text,
                           const bool *left_out) {
  struct lcm_fit_form form;
  const lcm_status status = lcm_fit_form_read(
      &form, job->ctx, text, job->data->names, job->data->n_names);
  *fitted = !status && !solve(out, job, &form, left_out);
  return status;
}

/* Add "solution" to those of "job"; of a form that is there already the better
 * one stays. */
static void add_solution(struct lcm_fit_job *job,
                         struct lcm_fit_solution solution) {
  struct lcm_fit_solution *known = find_known(job, &solution.form);
  if (!known)
    LCM_LIST_ADD(job->arena, &job->solutions, solution);
  else if (known->score < solution.score)
    *known = solution;
}

/* Fit the form "text" and add it to the solutions where it can be fitted;
 * "weight", not 0 of those that nobody asked for, is added to its score. */
static lcm_status try_text(struct lcm_fit_job *job, const char *text,
                           double weight) {
  struct lcm_fit_solution solution;
  bool fitted = false;
  const lcm_status status = fit_text(&solution, &fitted, job, text, NULL);
  if (!fitted)
    return status;
  if (weight < 0)
    solution.score += weight + terms_weight(&solution) +
                      sign_weight(&solution) +
                      bent_weight(&job->varying, &solution.form) +
                      lcm_fit_excess_weight(solution.excess) +
                      growth_prior_of_solution(job, &solution);
  add_solution(job, solution);
  return LCM_OK;
}

/* Fit the form "text", which the source says, and add it to the solutions where
 * it can be fitted and no coefficient is negative. */
static lcm_status try_said(struct lcm_fit_job *job, const char *text) {
  struct lcm_fit_solution solution;
  bool fitted = false;
  const lcm_status status = fit_text(&solution, &fitted, job, text, NULL);
  for (size_t j = 0; fitted && j < solution.form.k; j++)
    fitted = solution.beta[j] >= 0;
  if (!fitted)
    return status;
  const struct leftover left = leftover_of(&solution);
  solution.score += lcm_fit_source_weight(&solution) +
                    fmax(UNFIT, fits_source(&job->points, &left)) +
                    lcm_fit_excess_weight(solution.excess) +
                    growth_prior_of_solution(job, &solution);
  add_solution(job, solution);
  return LCM_OK;
}

/* Try the forms that the source says. */
static lcm_status try_source(struct lcm_fit_job *job) {
  const char *const *forms = NULL;
  const size_t n = job->by_source ? lcm_fit_source_forms(&forms, job->ctx,
                                                         job->options->source)
                                  : 0;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && !status; i++)
    status = try_said(job, forms[i]);
  return status;
}

/* Try the "n" forms at "forms"; "weight" is added to their scores. */
static lcm_status try_all(struct lcm_fit_job *job, const char *const *forms,
                          size_t n, double weight) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && !status; i++)
    status = try_text(job, forms[i], weight);
  return status;
}

/* Add the likely forms, "left_out" being left out, over the powers that fit
 * best or the "usual" ones, to those found; return whether they leave something
 * unexplained. */
static bool search_space(struct lcm_fit_job *job, const bool *left_out,
                         bool usual) {
  struct lcm_fit_space *space = LCM_NEW(job->arena, struct lcm_fit_space);
  lcm_fit_space_make(space, job->arena, &job->varying, left_out, usual);
  for (size_t g = 0; g < job->varying.groups; g++)
    space->offset += lcm_fit_is_out(left_out, g) ? OUTLIER : 0;
  lcm_fit_found_list found = {0};
  lcm_fit_search(&found, space);
  lcm_fit_search_triples(&found, space);
  lcm_fit_search_thresholds(&found, space);
  lcm_fit_search_steps(&found, space);
  const double best = lcm_fit_best(&found);
  for (size_t i = 0; i < found.n; i++)
    if (lcm_fit_is_worth(&found.at[i], best)) {
      found.at[i].score += growth_prior_of_found(job, &found.at[i]);
      LCM_LIST_ADD(job->arena, &job->found, found.at[i]);
    }
  return lcm_fit_is_unexplained(&found, space);
}

/* Add the likely forms, "left_out" being left out, to those found.  Powers that
 * fit well alone need not be those of a sum, for which the usual ones are tried
 * where something is left. */
static void search(struct lcm_fit_job *job, const bool *left_out) {
  if (search_space(job, left_out, false) && job->varying.n_names == 2)
    (void)search_space(job, left_out, true);
}

/* Return whether no group has enough repetitions to know its outliers. */
static bool is_single(const struct lcm_fit_points *points) {
  for (size_t g = 0; g < points->groups; g++)
    if (points->count[g] > 2)
      return false;
  return true;
}

/* Search with each group left out, for few groups. */
static void search_without_one(struct lcm_fit_job *job) {
  const size_t groups = job->varying.groups;
  for (size_t g = 0; g < groups; g++) {
    bool *left_out = LCM_NEW_ARRAY(job->arena, bool, groups);
    left_out[g] = true;
    search(job, left_out);
  }
}

/* Search without what deviates too far from the form found, until nothing more
 * does, for many groups. */
static void search_without_far(struct lcm_fit_job *job) {
  const size_t groups = job->varying.groups;
  const bool *before = NULL;
  for (int round = 0; round < ROUNDS; round++) {
    bool *far = LCM_NEW_ARRAY(job->arena, bool, groups);
    job->n_found = lcm_fit_choose(&job->found, job->arena);
    if (!job->n_found || !lcm_fit_far(far, job->arena, &job->found.at[0]) ||
        (before && !memcmp(before, far, groups * sizeof *far)))
      return;
    search(job, far);
    before = far;
  }
}

/* Search the normal form: also without groups that might be outliers. */
static void search_all(struct lcm_fit_job *job) {
  search(job, NULL);
  const size_t groups = job->varying.groups;
  const bool doubtful = job->options->robust && groups > 4 &&
                        !job->points.sparse && is_single(&job->varying);
  if (doubtful && groups <= FEW)
    search_without_one(job);
  else if (doubtful)
    search_without_far(job);
  job->n_found = lcm_fit_choose(&job->found, job->arena);
}

/* Fit the forms that were found, with the scores that they have: all that are
 * reported where all are asked for, else the first that can be fitted. */
static lcm_status try_found(struct lcm_fit_job *job) {
  lcm_status status = LCM_OK;
  bool fitted = false;
  for (size_t i = 0; i < job->n_found && i < REPORTED && !status &&
                     (job->options->all || !fitted);
       i++) {
    const struct lcm_fit_found *found = &job->found.at[i];
    struct lcm_fit_solution solution;
    status =
        fit_text(&solution, &fitted, job, lcm_fit_found_text(job->ctx, found),
                 found->space->left_out);
    solution.score = found->score;
    if (fitted)
      add_solution(job, solution);
  }
  return status;
}

/* Return whether the value of "s" is 0 where variable "v" is 1, the others
 * being as large as beyond the points. */
static bool is_zero_alone(struct lcm_fit_job *job,
                          const struct lcm_fit_solution *s, size_t v) {
  double low[LCM_FIT_ALL_VARIABLES];
  double x[LCM_FIT_ALL_VARIABLES];
  double all = 0;
  double alone = 0;
  lcm_fit_corners(low, x, &job->points);
  if (lcm_fit_value_at(&all, job->ctx, &s->form, s->beta, x))
    return false;
  x[v] = 1;
  return !lcm_fit_value_at(&alone, job->ctx, &s->form, s->beta, x) &&
         fabs(alone) <= 1e-6 * fabs(all);
}

/* Return whether "s" makes sense where it will be used: costs are not
 * negative, and what is lost by being several is not where there is one. */
static bool is_sensible(struct lcm_fit_job *job,
                        const struct lcm_fit_solution *s) {
  bool positive = true;
  for (size_t v = 0; v < job->points.n_names; v++)
    if (lcm_fit_vanishes(&job->points, v) && !is_zero_alone(job, s, v))
      return false;
  double size = 0;
  for (size_t g = 0; g < job->points.groups; g++) {
    size = fmax(size, fabs(job->points.centre[g]));
    positive = positive && job->points.centre[g] >= 0;
  }
  if (!positive)
    return true;
  double low[LCM_FIT_ALL_VARIABLES];
  double high[LCM_FIT_ALL_VARIABLES];
  double value = 0;
  lcm_fit_corners(low, high, &job->points);
  return !lcm_fit_value_at(&value, job->ctx, &s->form, s->beta, high) &&
         value >= -1e-9 * size;
}

/* Compare two solutions: the likelier one first. */
static int by_score(const void *a, const void *b) {
  const struct lcm_fit_solution *x = a;
  const struct lcm_fit_solution *y = b;
  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return strcmp(x->form.text, y->form.text);
}

/* Sort the solutions of "job", the first being the form that was "found" unless
 * one of the library is likelier. */
static void rank(struct lcm_fit_job *job, const struct lcm_fit_found *found) {
  struct lcm_fit_solution *all = job->solutions.at;
  for (size_t i = 0; i < job->solutions.n; i++)
    if (!is_sensible(job, &all[i]))
      all[i].score += SENSELESS;
  qsort(all, job->solutions.n, sizeof *all, by_score);
  size_t first = 0;
  while (found && first < job->solutions.n && all[first].score != found->score)
    first++;
  if (!found || first == job->solutions.n ||
      all[0].score > job->found.at[job->n_found > 1].score + 1e-9)
    return;
  const struct lcm_fit_solution chosen = all[first];
  memmove(all + 1, all, first * sizeof *all);
  all[0] = chosen;
}

/* Let the chosen solution deviate by what sizes have of their own, where they
 * do: what repetitions agree in is no proof of the coefficients then. */
static void loosen(struct lcm_fit_job *job) {
  struct lcm_fit_solution *s = &job->solutions.at[0];
  const struct lcm_fit_points *points = &job->points;
  const struct lcm_fit_evidence like = {s->form.k, s->rows, 0, 0, s->total};
  const struct lcm_fit_parts parts = lcm_fit_parts_of(points, &like);
  if (!s->freedom || !(parts.from < INFINITY) || s->rest <= parts.from)
    return;
  const double own = points->scatter / points->freedom;
  const double of_sizes = lcm_fit_spread_of(&parts, s->rest);
  const double count = (points->freedom + s->rows) / s->rows;
  if (of_sizes <= s->variance)
    return;
  for (size_t i = 0; i < s->form.k * s->form.k; i++)
    s->covariance[i] *= of_sizes / s->variance;
  s->variance = fmax(s->variance, own + (of_sizes - own) / count);
}

/* Return the forms that "job" found likely and, where the source has a say, the
 * chosen solution among them, which is "value" beyond the points. */
static lcm_fit_found_list likely(struct lcm_fit_job *job, double value) {
  lcm_fit_found_list all = {0};
  for (size_t i = 0; i < job->n_found; i++)
    LCM_LIST_ADD(job->arena, &all, job->found.at[i]);
  const struct lcm_fit_found chosen = {.score = job->solutions.at[0].score,
                                       .beyond = value};
  if (job->by_source && chosen.score != job->found.at[0].score)
    LCM_LIST_ADD(job->arena, &all, chosen);
  return all;
}

/* Widen the covariance of the chosen solution by what choosing it leaves open,
 * if it has a value beyond the points. */
static lcm_status widen(struct lcm_fit_job *job) {
  double x[LCM_FIT_ALL_VARIABLES];
  double value = 0;
  struct lcm_fit_solution *s = &job->solutions.at[0];
  const double level = lcm_fit_level(job->options->level);
  if (!job->n_found || !s->form.k)
    return LCM_OK;
  lcm_fit_reach(x, job->arena, &job->points);
  if (lcm_fit_value_at(&value, job->ctx, &s->form, s->beta, x))
    return LCM_OK;
  const lcm_fit_found_list all = likely(job, value);
  const double half = lcm_fit_spread(all.at, all.n, value, level);
  return lcm_fit_widen(s, job->ctx, x, half, level);
}

/* Return whether all values of "points" are 0. */
static bool is_zero(const struct lcm_fit_points *points) {
  for (size_t i = 0; i < points->n; i++)
    if (points->y[i] != 0)
      return false;
  return true;
}

/* Say why there is no model where the chosen one explains nothing: its
 * deviations are much larger than those of repetitions, or than values are.
 * What is 0 most of the time is so of necessity, and its mean is a model. */
static void doubt(struct lcm_fit_job *job) {
  const struct lcm_fit_solution *s = &job->solutions.at[0];
  const struct lcm_fit_points *points = &job->points;
  double size = 0;
  for (size_t g = 0; g < points->groups; g++)
    size += fabs(points->centre[g]) / (double)points->groups;
  const double deviation =
      sqrt(s->variance) / (points->relative || size <= 0 ? 1 : size);
  const double own =
      points->freedom > 0 ? points->scatter / points->freedom : 0;
  if (points->sparse || deviation < HOPELESS || s->variance < 4 * own)
    return;
  lcm_buf text = {0};
  lcm_buf_printf(&text,
                 "no form explains the values: the best, %s, is off by %.0f %% "
                 "in the mean",
                 s->form.text, 100 * deviation);
  job->no_model = lcm_ctx_text(job->ctx, &text);
}

/* Search and choose. */
static lcm_status select_searched(struct lcm_fit_job *job) {
  const struct lcm_fit_options *o = job->options;
  const bool searched = o->search && job->varying.n_names > 0 &&
                        job->varying.n_names <= LCM_FIT_VARIABLES;
  job->by_source = lcm_fit_source_growth(job);
  if (searched)
    search_all(job);
  if (job->n_found && !o->all)
    job->least = job->found.at[0].score - HOPELESS_FORM;
  lcm_status status = try_all(job, o->library, o->n_library, LIBRARY);
  job->least = -INFINITY;
  if (!status && searched)
    status = try_found(job);
  if (!status)
    status = try_source(job);
  if (!status)
    status = try_text(job, "k1",
                      searched && job->n_found ? SENSELESS / 2 : CONSTANT);
  if (status || !job->solutions.n)
    return status;
  rank(job, job->n_found ? &job->found.at[0] : NULL);
  doubt(job);
  loosen(job);
  return widen(job);
}

lcm_status lcm_fit_select(struct lcm_fit_job *job) {
  const struct lcm_fit_options *o = job->options;
  lcm_status status = LCM_OK;
  job->least = -INFINITY;
  if (o->n_forms) {
    status = try_all(job, o->forms, o->n_forms, 0);
    if (job->solutions.n)
      qsort(job->solutions.at, job->solutions.n, sizeof *job->solutions.at,
            by_score);
  } else if (is_zero(&job->points)) {
    status = try_text(job, "0", 0);
  } else {
    status = select_searched(job);
  }
  if (!status && !job->solutions.n)
    job->no_model = "the points determine the coefficients of no form";
  return status;
}
