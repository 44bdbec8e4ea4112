/* The gradient of a time by the coefficients of models, found by executing
 * variations. */
#include <math.h>
#include <string.h>

#include "composer/predict/engine.h"
#include "composer/predict/slopes.h"

/* The gradient of a time that executing the structure gives.
 *
 * All that the time depends on was evaluated with the coefficients as they are,
 * so that it changes only in the directions in which something of that does:
 * those of the basis of the slopes.  It is executed once a direction, one step
 * forward, and once backward in all directions together.  A time is a maximum
 * of sums along the paths through the program, so that it is convex as long as
 * the same waits for the same; then the step back going as far down as those
 * forward go up together means that there is one derivative, which they give:
 * no other path is near.  Else, each coefficient is varied by itself, both
 * ways. */

/* How far steps back and forth may be apart, as a fraction of the steps and of
 * the time. */
static const double APART = 1e-6;
static const double ROUNDING = 1e-12;

/* A point whose gradient is looked for. */
struct varying {
  struct lcm_predictor *p;
  const lcm_point *point;
  size_t i;
  const double *steps; /* by which coefficients are varied */
  double *moves;       /* of all of them at a time */
  double *along;       /* slopes in the directions of the basis */
  double time;         /* of the point, executed as its variations are */
};

/* Return the step by which "coef" is varied. */
static double step_of(const lcm_coef *coef) {
  const double step = hypot(coef->half_width, coef->common) / 8;
  return step > fabs(coef->value) / 2 && coef->value != 0
             ? fabs(coef->value) / 8
             : step;
}

void lcm_predictor_slopes(struct lcm_predictor *p) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  if (!p->setup.n_coefs)
    return;
  double *steps = LCM_NEW_ARRAY(arena, double, p->setup.n_coefs);
  for (size_t k = 0; k < p->setup.n_coefs; k++)
    steps[k] = step_of(p->setup.coefs[k]);
  p->slopes = lcm_slopes_new(arena, p->setup.coefs, steps, p->setup.n_coefs);
}

/* Put the time where the coefficients are "v->moves" more into "*time". */
static lcm_status execute(double *time, const struct varying *v) {
  return lcm_predictor_moved(time, v->p, v->i, v->point->p, v->moves);
}

/* Execute the point one step forward in each direction of the basis, and put
 * how much longer it takes into "v->along". */
static lcm_status step_forward(struct varying *v) {
  const struct lcm_slopes *s = v->p->slopes;
  lcm_status status = LCM_OK;
  v->time = v->point->time;
  if (v->p->setup.options->nodes)
    status = lcm_predictor_moved(&v->time, v->p, v->i, v->point->p, NULL);
  for (size_t j = 0; j < s->rank && !status; j++) {
    for (size_t k = 0; k < s->n; k++)
      v->moves[k] = s->basis[j * s->n + k] * v->steps[k];
    status = execute(&v->along[j], v);
    v->along[j] -= v->time;
  }
  return status;
}

/* Execute the point one step back in all directions together, and put whether
 * it takes as much less as the steps forward take more into "*smooth". */
static lcm_status step_back(bool *smooth, struct varying *v) {
  const struct lcm_slopes *s = v->p->slopes;
  double most = 1;
  double up = 0;
  double all = 0;
  double time = 0;
  memset(v->moves, 0, s->n * sizeof *v->moves);
  for (size_t j = 0; j < s->rank; j++) {
    for (size_t k = 0; k < s->n; k++)
      v->moves[k] -= s->basis[j * s->n + k];
    up += v->along[j];
    all += fabs(v->along[j]);
  }
  for (size_t k = 0; k < s->n; k++)
    most = fmax(most, fabs(v->moves[k]));
  for (size_t k = 0; k < s->n; k++)
    v->moves[k] *= v->steps[k] / most;
  const lcm_status status = execute(&time, v);
  *smooth = fabs(time - v->time + up / most) <=
            APART * all / most + ROUNDING * fabs(v->time);
  return status;
}

/* Put the sum of the slopes along the directions of the basis, which the
 * gradient is, into "gradient". */
static void combine(double *gradient, const struct varying *v) {
  const struct lcm_slopes *s = v->p->slopes;
  for (size_t j = 0; j < s->rank; j++)
    for (size_t k = 0; k < s->n; k++)
      if (v->steps[k] > 0)
        gradient[k] += v->along[j] * s->basis[j * s->n + k] / v->steps[k];
}

/* Put what varying each coefficient that was met both ways gives into
 * "gradient". */
static lcm_status vary_each(double *gradient, struct varying *v) {
  const struct lcm_slopes *s = v->p->slopes;
  lcm_status status = LCM_OK;
  memset(v->moves, 0, s->n * sizeof *v->moves);
  memset(gradient, 0, s->n * sizeof *gradient);
  for (size_t k = 0; k < s->n && !status; k++) {
    const bool varies = s->met[k] && v->steps[k] > 0;
    double ends[2] = {0, 0};
    for (int side = 0; side < 2 && varies && !status; side++) {
      v->moves[k] = (2 * side - 1) * v->steps[k];
      status = execute(&ends[side], v);
    }
    v->moves[k] = 0;
    gradient[k] = varies ? (ends[1] - ends[0]) / (2 * v->steps[k]) : 0;
  }
  return status;
}

/* Return how many coefficients were met. */
static size_t count_met(const struct lcm_slopes *s) {
  size_t n = 0;
  for (size_t k = 0; k < s->n; k++)
    n += s->met[k];
  return n;
}

/* Put the gradient of "v" into "gradient". */
static lcm_status find_gradient(double *gradient, struct varying *v) {
  const struct lcm_slopes *s = v->p->slopes;
  const size_t n = count_met(s);
  bool smooth = false;
  lcm_status status = LCM_OK;
  if (!n)
    return LCM_OK;
  if (!s->unsure && s->rank + 1 < 2 * n) {
    status = step_forward(v);
    status = status ? status : step_back(&smooth, v);
  }
  if (smooth)
    combine(gradient, v);
  return status || smooth ? status : vary_each(gradient, v);
}

lcm_status lcm_predictor_interval(struct lcm_predictor *p, lcm_point *point,
                                  size_t i) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  const size_t n = p->setup.n_coefs;
  lcm_status status = LCM_OK;
  if (n) {
    double *gradient = LCM_NEW_ARRAY(arena, double, n);
    struct varying v = {.p = p,
                        .point = point,
                        .i = i,
                        .steps = p->slopes->steps,
                        .moves = LCM_NEW_ARRAY(arena, double, n),
                        .along = LCM_NEW_ARRAY(arena, double, n)};
    status = find_gradient(gradient, &v);
    point->gradient = gradient;
  }
  lcm_predictor_derive(p, point);
  return status;
}
