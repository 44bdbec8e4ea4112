/* Fills the points of a grid from the closed form of a program, and checks it
 * against the engine. */
#include <math.h>
#include <string.h>

#include "composer/predict/chunk.h"
#include "composer/predict/engine.h"
#include "composer/predict/fill.h"
#include "composer/predict/runs.h"

/* Set the gradient of "point", number "i" of "c". */
static void set_gradient(struct lcm_chunk *c, lcm_point *point, size_t i) {
  struct lcm_predictor *p = c->p;
  const struct lcm_closed_form *form = c->form;
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  if (!p->setup.n_coefs)
    return;
  double *gradient = LCM_NEW_ARRAY(arena, double, p->setup.n_coefs);
  double *values = LCM_NEW_ARRAY(arena, double, form->n_names + 1);
  for (size_t k = 0; k < form->n_names; k++)
    values[k] = c->columns[k][i];
  lcm_tape_gradient(form->time_tape, 0, values, p->setup.coefs,
                    p->setup.n_coefs, gradient);
  point->gradient = gradient;
}

/* Make "point" what "c" says of its number "i", on one processor "alone". */
static void set_point(struct lcm_chunk *c, lcm_point *point, size_t i,
                      const struct lcm_chunk *alone) {
  struct lcm_predictor *p = c->p;
  const struct lcm_closed_form *form = c->form;
  double *cats =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), double, p->setup.n_cats + 1);
  struct lcm_demand demands[LCM_MAX_DEMANDS];
  for (size_t k = 0; k < p->setup.n_cats; k++)
    cats[k] = c->results[1 + k][i];
  for (size_t d = 0; d < form->n_demands; d++)
    demands[d] = (struct lcm_demand){
        form->demands[d], c->results[1 + p->setup.n_cats + d][i], LCM_CAT_RC};
  const double time = c->results[0][i];
  *point = (lcm_point){.p = lcm_chunk_processors(c, i),
                       .time = time,
                       .time1 = alone->results[0][i],
                       .cats = cats,
                       .least = NAN,
                       .most = NAN,
                       .span = c->results[form->n_out - 2][i]};
  lcm_predictor_bound(point, demands, form->n_demands);
  set_gradient(c, point, i);
  lcm_predictor_derive(p, point);
}

void lcm_predictor_fill(struct lcm_predictor *p, lcm_point *points,
                        bool *holds) {
  const size_t n = p->setup.grid->n_points;
  memset(holds, 0, n * sizeof *holds);
  if (!p->form)
    return;
  struct lcm_chunk c = lcm_chunk_new(p, p->form, LCM_CHUNK);
  struct lcm_chunk alone = lcm_chunk_new(p, p->form, LCM_CHUNK);
  alone.alone = true;
  for (size_t first = 0; first < n; first += LCM_CHUNK) {
    c.first = alone.first = first;
    c.n = alone.n = n - first < LCM_CHUNK ? n - first : LCM_CHUNK;
    lcm_predictor_evaluate(&c);
    lcm_predictor_evaluate(&alone);
    for (size_t i = 0; i < c.n; i++) {
      holds[first + i] = c.fits[i] && alone.fits[i];
      if (holds[first + i])
        set_point(&c, &points[first + i], i, &alone);
    }
  }
}

/* Return whether "a" and "b" differ by no more than "scale" excuses. */
static bool is_close(double a, double b, double scale) {
  return fabs(a - b) <= 1e-9 * fmax(scale, 1e-300);
}

/* Report that the closed form of "what" gives "got", not "want". */
static void report(struct lcm_predictor *p, const lcm_point *at,
                   const char *what, const double values[2]) {
  lcm_report(p->setup.ctx, LCM_DIAG_INVARIANT, p->setup.entry->loc,
             "at p = %g: the closed form of %s gives %.17g, not %.17g", at->p,
             what, values[0], values[1]);
}

lcm_status lcm_predictor_check(struct lcm_predictor *p, const lcm_point *form,
                               const lcm_point *engine) {
  const bool span = p->form && p->form->span;
  const struct {
    const char *what;
    double got;
    double want;
    double scale;
  } parts[] = {
      {"the time", form->time, engine->time, engine->time},
      {"the time on one processor", form->time1, engine->time1, engine->time1},
      {"the span", span ? form->span : 0, span ? engine->span : 0,
       engine->time},
      {"the bound", span ? form->bound : 0, span ? engine->bound : 0,
       engine->time}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!is_close(parts[i].got, parts[i].want, parts[i].scale)) {
      report(p, form, parts[i].what,
             (const double[]){parts[i].got, parts[i].want});
      return LCM_ECHECK;
    }
  for (size_t c = 0; c < p->setup.n_cats; c++)
    if (!is_close(form->cats[c], engine->cats[c], engine->time * engine->p)) {
      report(p, form, p->setup.cat_names[c],
             (const double[]){form->cats[c], engine->cats[c]});
      return LCM_ECHECK;
    }
  return LCM_OK;
}
