/* Whether the time grows as a contract says: the time is predicted for sizes
 * that double, and divided by what it is to be proportional to.  Where the
 * ratio goes on growing the contract is broken. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/list.h"
#include "render/table/table.h"
#include "study/contract/growth.h"

/* Sizes are doubled so often at most, and at least for an answer; sizes begin
 * where the contract or the range of the param says, or here. */
enum { DOUBLINGS = 26, LEAST_DOUBLINGS = 10, FIRST_SIZE = 64 };

/* Exponents of the growth of the ratio below the first are none, from the
 * second on they are one: a factor of log2(n) has 0.05 at the largest sizes. */
static const double FLAT = 0.015;
static const double STEEP = 0.035;

/* No further size is predicted after so many seconds. */
static const double PATIENCE = 5;

/* The sizes that grow, and what is found for them. */
struct growing {
  const struct lcm_checking *c;
  const struct lcm_promise *terms;
  const char *const *names;
  size_t n_names;
  double ratios[DOUBLINGS + 1];
  const lcm_prediction *last[2]; /* those of the last two sizes */
  size_t n;
};

/* Return the param "name" of the program; NULL where there is none. */
static const lcm_param *param_of(const struct growing *g, const char *name) {
  const lcm_program *program = g->c->program;
  for (size_t i = 0; i < program->n_params; i++)
    if (program->params[i].name == name)
      return &program->params[i];
  return NULL;
}

/* Return the value that "name" begins with: what the contract says, or the
 * least of its range. */
static double first_of(const struct growing *g, const char *name) {
  const lcm_param *param = param_of(g, name);
  const double least = param ? lcm_contract_number(param->low) : NAN;
  double value = NAN;
  for (size_t i = 0; i < g->terms->n_at; i++)
    if (g->terms->at[i].name == name &&
        !lcm_expr_eval(&value, g->terms->at[i].value, NULL, 0) && value > 0)
      return value;
  return least > FIRST_SIZE ? least : FIRST_SIZE;
}

/* Return how often the sizes are doubled at most: as long as all are in their
 * ranges, where these hold enough. */
static size_t most_doublings(const struct growing *g) {
  double most = DOUBLINGS;
  for (size_t i = 0; i < g->n_names; i++) {
    const lcm_param *param = param_of(g, g->names[i]);
    const double high = param ? lcm_contract_number(param->high) : NAN;
    const double range = floor(log2(high / first_of(g, g->names[i])));
    if (range >= LEAST_DOUBLINGS)
      most = fmin(most, range);
  }
  return (size_t)most;
}

/* Put the prediction for sizes doubled "k" times into "*out", and what the time
 * is to be proportional to there into "*by". */
static lcm_status predict(const lcm_prediction **out, double *by,
                          const struct growing *g, size_t k) {
  lcm_arena *arena = lcm_ctx_arena(g->c->ctx);
  const lcm_grid *grid = NULL;
  struct lcm_predict_options options = *g->c->options;
  LCM_LIST(const char *) specs = {0};
  LCM_LIST(lcm_binding) env = {0};
  options.nodes = true;
  options.intervals = options.hinges = false;
  for (size_t i = 0; i < g->n_names; i++) {
    const lcm_binding one = {g->names[i],
                             ldexp(first_of(g, g->names[i]), (int)k)};
    const char *spec = lcm_arena_printf(arena, "%s=%.17g", one.name, one.value);
    LCM_LIST_ADD(arena, &specs, spec);
    LCM_LIST_ADD(arena, &env, one);
  }
  for (size_t i = 0; i < g->terms->n_at; i++) {
    lcm_binding one = {g->terms->at[i].name, NAN};
    if (!lcm_expr_eval(&one.value, g->terms->at[i].value, NULL, 0))
      LCM_LIST_ADD(arena, &env, one);
  }
  const lcm_binding alone = {lcm_intern(g->c->ctx, "p"), 1};
  LCM_LIST_ADD(arena, &env, alone);
  lcm_status status =
      lcm_contract_grid(&grid, g->c, g->terms, specs.at, specs.n);
  status = status ? status : lcm_expr_eval(by, g->terms->limit, env.at, env.n);
  return status ? status
                : lcm_predict(out, g->c->ctx, g->c->program, grid, &options);
}

/* Return the exponent with which the ratio grows at size number "k". */
static double slope_at(const struct growing *g, size_t k) {
  return log2(g->ratios[k] / g->ratios[k - 1]);
}

/* Predict sizes that double, as long as that does not take long. */
static lcm_status predict_sizes(struct growing *g) {
  const double since = lcm_clock_now();
  const size_t most = most_doublings(g);
  lcm_status status = LCM_OK;
  while (g->n <= most && lcm_clock_now() - since < PATIENCE) {
    const lcm_prediction *prediction = NULL;
    double by = NAN;
    status = predict(&prediction, &by, g, g->n);
    const double ratio = status ? NAN : prediction->points[0].time / by;
    if (status || !isfinite(ratio) || ratio <= 0)
      break;
    g->ratios[g->n++] = ratio;
    g->last[0] = g->last[1];
    g->last[1] = prediction;
  }
  return status;
}

/* Return the time of the occurrence "id" at the only point of "prediction". */
static double time_of(const lcm_prediction *prediction, const char *id) {
  const lcm_point *point = &prediction->points[0];
  for (size_t i = 0; i < point->n_occurrences; i++)
    if (!strcmp(point->occurrences[i].id, id))
      return point->occurrences[i].time;
  return 0;
}

/* Return the innermost part that grows faster than the contract says and takes
 * much of the time; NULL where there is none. */
static const lcm_occurrence *fastest_part(const struct growing *g) {
  const double by = (g->last[1]->points[0].time / g->last[0]->points[0].time) /
                    (g->ratios[g->n - 1] / g->ratios[g->n - 2]);
  const lcm_point *point = &g->last[1]->points[0];
  const lcm_occurrence *best = NULL;
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const lcm_occurrence *one = &point->occurrences[i];
    const double before = time_of(g->last[0], one->id);
    if (before > 0 && one->share >= 0.3 && one->node->loc.file &&
        log2(one->time / before / by) >= STEEP &&
        (!best || one->depth > best->depth))
      best = one;
  }
  return best;
}

/* Write what is found into "out". */
static void conclude(struct lcm_contract_result *out, const struct growing *g,
                     const char *text) {
  const double slope = slope_at(g, g->n - 1);
  const lcm_occurrence *part = NULL;
  const enum lcm_time_is is = lcm_basis_time_is(&g->last[1]->basis);
  lcm_buf buf = {0};
  out->verdict = slope <= FLAT    ? LCM_VERDICT_HOLDS
                 : slope >= STEEP ? LCM_VERDICT_BROKEN
                                  : LCM_VERDICT_OPEN;
  if (out->verdict == LCM_VERDICT_HOLDS &&
      (is == LCM_TIME_IS_LEAST || is == LCM_TIME_IS_LEAST_ABOUT))
    out->verdict = LCM_VERDICT_OPEN;
  lcm_buf_printf(&buf, "the time of what has a cost grows ");
  if (slope >= STEEP)
    lcm_buf_printf(&buf, "faster than %s, by a factor of about %s^%.2g,", text,
                   g->names[0], slope);
  else
    lcm_buf_printf(&buf, "no faster than %s", text);
  lcm_buf_printf(&buf, " up to %s = %s", g->names[0],
                 lcm_cell_value(g->c->ctx, ldexp(first_of(g, g->names[0]),
                                                 (int)g->n - 1)));
  part = out->verdict == LCM_VERDICT_BROKEN ? fastest_part(g) : NULL;
  if (part) {
    out->cause = part->node->loc;
    lcm_buf_printf(&buf, ", most of it at %s:%u", out->cause.file,
                   out->cause.line);
  }
  if (out->verdict == LCM_VERDICT_OPEN && g->last[1]->n_unknown) {
    out->cause = g->last[1]->unknown[0].loc;
    lcm_buf_printf(&buf, ", but not all has a cost: %s (%s:%u)",
                   g->last[1]->unknown[0].reason,
                   out->cause.file ? out->cause.file : "", out->cause.line);
  }
  out->value = slope;
  out->found = out->verdict == LCM_VERDICT_BROKEN
                   ? lcm_arena_printf(lcm_ctx_arena(g->c->ctx),
                                      "%s^%.2g faster", g->names[0], slope)
                   : "";
  out->why = lcm_cell_take(g->c->ctx, &buf);
}

lcm_status lcm_contract_growth(struct lcm_contract_result *out,
                               const struct lcm_checking *c,
                               const struct lcm_promise *terms) {
  struct growing g = {.c = c, .terms = terms};
  char *text = lcm_expr_to_str(terms->limit, LCM_READER);
  const char *kept = lcm_intern(c->ctx, text ? text : "");
  LCM_LIST(const char *) names = {0};
  const char *const *all = NULL;
  free(text);
  const size_t n = lcm_expr_names(&all, c->ctx, terms->limit);
  for (size_t i = 0; i < n; i++)
    if (strcmp(all[i], "p") != 0)
      LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &names, all[i]);
  for (size_t i = 0; i < c->program->n_params && !names.n; i++)
    if (strcmp(c->program->params[i].name, "p") != 0)
      LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &names, c->program->params[i].name);
  g.names = names.at;
  g.n_names = names.n;
  out->verdict = LCM_VERDICT_OPEN;
  out->why = "it names nothing that grows, and the program has no params";
  if (!names.n)
    return LCM_OK;
  const lcm_status status = predict_sizes(&g);
  out->why = "too few sizes can be predicted to see a growth";
  if (!status && g.n >= LEAST_DOUBLINGS)
    conclude(out, &g, kept);
  return status;
}
