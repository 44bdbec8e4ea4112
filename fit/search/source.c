/* What the source says of a quantity: forms that it suggests, how it grows by
 * them, and how the runs deviate from that. */
#include "fit/search/source.h"

#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "fit/report.h"
#include "fit/search/choose.h"
#include "fit/search/powers.h"
#include "fit/spread.h"

/* Logarithms of how likely a form of the source is before anything is measured,
 * and each term beside its first. */
static const double SAID = -1.5;
static const double MORE_TERMS = -2.5;

/* How many terms forms are made of. */
enum { TERMS = 5 };

/* How far exponents that are the same are apart at most. */
static const double SAME = 0.1;

bool lcm_fit_growth(double *growth, const struct lcm_fit_job *job,
                    const struct lcm_fit_form *form, const double *beta) {
  double low[LCM_FIT_ALL_VARIABLES];
  double x[LCM_FIT_ALL_VARIABLES];
  double once = 0;
  double twice = 0;
  lcm_fit_corners(low, x, &job->points);
  if (lcm_fit_value_at(&once, job->ctx, form, beta, x))
    return false;
  for (size_t v = 0, d = 0; v < job->varying.n_names; v++) {
    while (job->points.names[d] != job->varying.names[v])
      d++;
    x[d] *= 2;
    if (lcm_fit_value_at(&twice, job->ctx, form, beta, x))
      return false;
    x[d] /= 2;
    growth[v] = log2(fabs(twice / once));
  }
  return true;
}

/* Read what the source says of the quantity of "job" into "form"; false where
 * that is nothing, or of something that is not known of each of its points. */
static bool read_whole(struct lcm_fit_form *form,
                       const struct lcm_fit_job *job) {
  const struct lcm_fit_source *source = job->options->source;
  if (!source)
    return false;
  const char *text = lcm_arena_printf(job->arena, "k1*(%s)", source->whole);
  const bool muted = lcm_ctx_mute(job->ctx, true);
  const lcm_status status = lcm_fit_form_read(
      form, job->ctx, text, job->data->names, job->data->n_names);
  (void)lcm_ctx_mute(job->ctx, muted);
  return !status && form->k == 1;
}

const double *lcm_fit_source_growth(const struct lcm_fit_job *job) {
  static const double ONE = 1;
  struct lcm_fit_form form;
  double *growth = LCM_NEW_ARRAY(job->arena, double, job->varying.n_names + 1);
  bool known = job->varying.n_names <= LCM_FIT_VARIABLES &&
               read_whole(&form, job) &&
               lcm_fit_growth(growth, job, &form, &ONE);
  for (size_t v = 0; v < job->varying.n_names && known; v++)
    known = isfinite(growth[v]);
  return known ? growth : NULL;
}

size_t lcm_fit_source_forms(const char *const **out, lcm_ctx *ctx,
                            const struct lcm_fit_source *source) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = source->n_terms < TERMS ? source->n_terms : TERMS;
  LCM_LIST(const char *) all = {0};
  const char *const *t = source->terms;
  LCM_LIST_ADD(arena, &all, lcm_arena_printf(arena, "k1*(%s)", source->whole));
  LCM_LIST_ADD(arena, &all,
               lcm_arena_printf(arena, "k1*(%s) + k2", source->whole));
  for (size_t i = 0; i < n; i++) {
    LCM_LIST_ADD(arena, &all, lcm_arena_printf(arena, "k1*(%s)", t[i]));
    LCM_LIST_ADD(arena, &all, lcm_arena_printf(arena, "k1*(%s) + k2", t[i]));
    for (size_t j = i + 1; j < n; j++) {
      LCM_LIST_ADD(arena, &all,
                   lcm_arena_printf(arena, "k1*(%s) + k2*(%s)", t[i], t[j]));
      LCM_LIST_ADD(
          arena, &all,
          lcm_arena_printf(arena, "k1*(%s) + k2*(%s) + k3", t[i], t[j]));
    }
  }
  if (n > 2)
    LCM_LIST_ADD(arena, &all,
                 lcm_arena_printf(arena, "k1*(%s) + k2*(%s) + k3*(%s)", t[0],
                                  t[1], t[2]));
  *out = all.at;
  return all.n;
}

double lcm_fit_source_weight(const struct lcm_fit_solution *solution) {
  return SAID + MORE_TERMS * ((double)solution->form.k - 1);
}

/* ---- what the runs say --------------------------------------------------- */

/* The slope of "n" points of logarithms, and half its 90 % interval. */
struct slope {
  double of;
  double half;
};

/* Return the slope of the measured values by the variable number "v" of "job",
 * the others being at their largest values, and put that of the form of the
 * source there into "*said" and how many values it is of into "*n". */
static struct slope measured_slope(double *said, size_t *n,
                                   const struct lcm_fit_job *job, size_t v) {
  static const double ONE = 1;
  const struct lcm_fit_points *points = &job->points;
  double low[LCM_FIT_ALL_VARIABLES];
  double high[LCM_FIT_ALL_VARIABLES];
  double sx = 0, sy = 0, sw = 0, xx = 0, xy = 0, xw = 0, yy = 0;
  struct lcm_fit_form form;
  const bool known = read_whole(&form, job);
  lcm_fit_corners(low, high, points);
  *n = 0;
  for (size_t g = 0; g < points->groups && known; g++) {
    const double *at = &points->at[g * points->n_names];
    bool edge = at[v] > 0 && points->centre[g] > 0;
    double w = 0;
    for (size_t u = 0; u < points->n_names; u++)
      edge = edge && (u == v || at[u] * LCM_FIT_BEYOND == high[u]);
    if (!edge || lcm_fit_value_at(&w, job->ctx, &form, &ONE, at) || !(w > 0))
      continue;
    const double x = log(at[v]);
    const double y = log(points->centre[g]);
    sx += x, sy += y, sw += log(w);
    xx += x * x, xy += x * y, xw += x * log(w), yy += y * y;
    ++*n;
  }
  const double count = (double)*n;
  const double var = xx - sx * sx / count;
  const double cov = xy - sx * sy / count;
  const double rest = fmax(0, yy - sy * sy / count - cov * cov / var);
  *said = (xw - sx * sw / count) / var;
  const double t =
      *n > 2 ? lcm_student_two_sided(lcm_fit_level(0), count - 2) : INFINITY;
  return (struct slope){cov / var,
                        *n > 2 ? t * sqrt(rest / (count - 2) / var) : NAN};
}

/* Append how the runs grow by the variable number "v" of "job", and how the
 * source says that they do, to "buf". */
static void put_slopes(lcm_buf *buf, const struct lcm_fit_job *job, size_t v) {
  double said = 0;
  size_t n = 0;
  const struct slope slope = measured_slope(&said, &n, job, v);
  const char *name = job->points.names[v];
  if (n < 2)
    return;
  lcm_buf_printf(buf, ", which grows as %s^", name);
  lcm_buf_short(buf, said, 3);
  lcm_buf_printf(buf, " over the runs, and they grow as %s^", name);
  lcm_buf_short(buf, slope.of, 3);
  if (isfinite(slope.half) && slope.half >= 0.005) {
    lcm_buf_puts(buf, " +/- ");
    lcm_buf_short(buf, slope.half, 2);
  }
}

void lcm_fit_source_compare(lcm_fit_model *model,
                            const struct lcm_fit_job *job) {
  const struct lcm_fit_solution *s = &job->solutions.at[0];
  const struct lcm_fit_source *source = job->options->source;
  double growth[LCM_FIT_ALL_VARIABLES];
  lcm_buf text = {0};
  if (!job->by_source || !lcm_fit_growth(growth, job, &s->form, s->beta))
    return;
  bool agrees = true;
  lcm_buf_printf(&text, "the source says %s", source->whole);
  for (size_t v = 0, d = 0; v < job->varying.n_names; v++) {
    while (job->points.names[d] != job->varying.names[v])
      d++;
    if (lcm_fit_counts_processors(job->varying.names[v]) ||
        fabs(growth[v] - job->by_source[v]) <= SAME)
      continue;
    agrees = false;
    put_slopes(&text, job, d);
  }
  if (agrees) {
    lcm_buf_free(&text);
    text = (lcm_buf){0};
    lcm_buf_printf(&text, "grows as the source says: %s", source->whole);
  }
  model->source.work = lcm_arena_strdup(lcm_ctx_arena(job->ctx), source->whole);
  model->source.agrees = agrees;
  model->source.said = lcm_ctx_text(job->ctx, &text);
}
