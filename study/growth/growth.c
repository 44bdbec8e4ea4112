/* How the time of a program grows: it is predicted for sizes that double. */
#include "study/growth/growth.h"

#include <math.h>
#include <string.h>

#include "base/list.h"

/* Sizes begin at least here. */
static const double FIRST_SIZE = 64;

/* A part takes much of the time where it takes this share. */
static const double MUCH = 0.3;

/* Return the value of "e" without names; NaN where it has none. */
static double number_of(const lcm_expr *e) {
  double value = NAN;
  return e && !lcm_expr_eval(&value, e, NULL, 0) ? value : NAN;
}

/* Return the param "name" of "program"; NULL where there is none. */
static const lcm_param *param_of(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++)
    if (program->params[i].name == name)
      return &program->params[i];
  return NULL;
}

double lcm_size_first(const lcm_program *program, const char *name) {
  const lcm_param *param = param_of(program, name);
  const double least = param ? number_of(param->low) : NAN;
  return least > FIRST_SIZE ? least : FIRST_SIZE;
}

size_t lcm_size_doublings(const lcm_program *program, const char *name,
                          double first) {
  const lcm_param *param = param_of(program, name);
  const double high = param ? number_of(param->high) : NAN;
  const double range = floor(log2(high / first));
  return range >= LCM_LEAST_DOUBLINGS ? (size_t)fmin(range, LCM_DOUBLINGS)
                                      : LCM_DOUBLINGS;
}

bool lcm_define_is_of(const char *text, const char *name) {
  const size_t n = strlen(name);
  while (*text == ' ')
    text++;
  return !strncmp(text, name, n) && (text[n] == '=' || text[n] == ' ');
}

/* Return whether the definition "text" is of one of "sizes". */
static bool is_size(const struct lcm_sizes *sizes, const char *text) {
  for (size_t i = 0; i < sizes->n_names; i++)
    if (lcm_define_is_of(text, sizes->names[i]))
      return true;
  return false;
}

/* Put the prediction for "sizes" doubled "k" times into "*out". */
static lcm_status predict(const lcm_prediction **out,
                          const struct lcm_sizes *sizes, size_t k) {
  lcm_arena *arena = lcm_ctx_arena(sizes->ctx);
  const lcm_grid *grid = NULL;
  struct lcm_predict_options options = *sizes->options;
  LCM_LIST(const char *) specs = {0};
  options.nodes = true;
  options.intervals = options.hinges = false;
  for (size_t i = 0; i < sizes->n_names; i++) {
    const char *spec = lcm_arena_printf(arena, "%s=%.17g", sizes->names[i],
                                        ldexp(sizes->firsts[i], (int)k));
    LCM_LIST_ADD(arena, &specs, spec);
  }
  for (size_t i = 0; i < sizes->n_defines; i++)
    if (!is_size(sizes, sizes->defines[i]))
      LCM_LIST_ADD(arena, &specs, sizes->defines[i]);
  const lcm_status status =
      lcm_grid_parse(&grid, sizes->ctx, specs.at, specs.n);
  return status ? status
                : lcm_predict(out, sizes->ctx, sizes->program, grid, &options);
}

lcm_status lcm_growth_predict(struct lcm_growth *out,
                              const struct lcm_sizes *sizes) {
  const unsigned long long before = lcm_ctx_worked(sizes->ctx);
  lcm_status status = LCM_OK;
  *out = (struct lcm_growth){.n = 0};
  while (out->n <= sizes->most &&
         lcm_ctx_worked(sizes->ctx) - before < sizes->work) {
    const lcm_prediction *prediction = NULL;
    status = predict(&prediction, sizes, out->n);
    const double time = status ? NAN : prediction->points[0].time;
    if (status || !isfinite(time) || time <= 0)
      break;
    out->times[out->n++] = time;
    out->last[0] = out->last[1];
    out->last[1] = prediction;
  }
  return status;
}

/* Return the time of the occurrence "id" at the first point of "prediction". */
static double time_of(const lcm_prediction *prediction, const char *id) {
  const lcm_point *point = &prediction->points[0];
  for (size_t i = 0; i < point->n_occurrences; i++)
    if (!strcmp(point->occurrences[i].id, id))
      return point->occurrences[i].time;
  return 0;
}

const lcm_occurrence *lcm_growth_part(const struct lcm_growth *growth,
                                      double by) {
  const lcm_point *point = &growth->last[1]->points[0];
  const lcm_occurrence *best = NULL;
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const lcm_occurrence *one = &point->occurrences[i];
    const double before = time_of(growth->last[0], one->id);
    if (before > 0 && one->share >= MUCH && one->node->loc.file &&
        log2(one->time / before / by) >= LCM_GROWTH_STEEP &&
        (!best || one->depth > best->depth))
      best = one;
  }
  return best;
}
