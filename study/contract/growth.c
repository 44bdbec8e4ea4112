/* Whether the time grows as a contract says: the time is predicted for sizes
 * that double, and divided by what it is to be proportional to.  Where the
 * ratio goes on growing the contract is broken. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "render/table/table.h"
#include "study/contract/growth.h"
#include "study/growth/growth.h"

/* No further size is predicted after so much work, which takes some seconds. */
static const unsigned long long PATIENCE = 25000000;

/* The sizes that grow, and what is found for them. */
struct growing {
  const struct lcm_checking *c;
  const struct lcm_promise *terms;
  const char *const *names;
  size_t n_names;
  double *firsts; /* with which each begins */
  struct lcm_growth growth;
  double ratios[LCM_DOUBLINGS + 1]; /* time over what the contract says */
  size_t n;
};

/* Return the value that "name" begins with: what the contract says, or the
 * least of its range. */
static double first_of(const struct growing *g, const char *name) {
  double value = NAN;
  for (size_t i = 0; i < g->terms->n_at; i++)
    if (g->terms->at[i].name == name &&
        !lcm_expr_eval(&value, g->terms->at[i].value, NULL, 0) && value > 0)
      return value;
  return lcm_size_first(g->c->program, name);
}

/* Put what the time is to be proportional to for sizes doubled "k" times into
 * "*by". */
static lcm_status expect(double *by, const struct growing *g, size_t k) {
  lcm_arena *arena = lcm_ctx_arena(g->c->ctx);
  LCM_LIST(lcm_binding) env = {0};
  for (size_t i = 0; i < g->n_names; i++) {
    const lcm_binding one = {g->names[i], ldexp(g->firsts[i], (int)k)};
    LCM_LIST_ADD(arena, &env, one);
  }
  for (size_t i = 0; i < g->terms->n_at; i++) {
    lcm_binding one = {g->terms->at[i].name, NAN};
    if (!lcm_expr_eval(&one.value, g->terms->at[i].value, NULL, 0))
      LCM_LIST_ADD(arena, &env, one);
  }
  const lcm_binding alone = {lcm_intern(g->c->ctx, "p"), 1};
  LCM_LIST_ADD(arena, &env, alone);
  return lcm_expr_eval(by, g->terms->limit, env.at, env.n);
}

/* Return the exponent with which the ratio grows at size number "k". */
static double slope_at(const struct growing *g, size_t k) {
  return log2(g->ratios[k] / g->ratios[k - 1]);
}

/* Predict sizes that double, as long as that does not take long, and divide
 * their times by what the contract says. */
static lcm_status predict_sizes(struct growing *g) {
  lcm_arena *arena = lcm_ctx_arena(g->c->ctx);
  struct lcm_sizes sizes = {.ctx = g->c->ctx,
                            .program = g->c->program,
                            .options = g->c->options,
                            .names = g->names,
                            .n_names = g->n_names,
                            .firsts = g->firsts,
                            .most = LCM_DOUBLINGS,
                            .work = PATIENCE};
  g->firsts = LCM_NEW_ARRAY(arena, double, g->n_names + 1);
  sizes.firsts = g->firsts;
  for (size_t i = 0; i < g->n_names; i++) {
    g->firsts[i] = first_of(g, g->names[i]);
    const size_t most =
        lcm_size_doublings(g->c->program, g->names[i], g->firsts[i]);
    sizes.most = most < sizes.most ? most : sizes.most;
  }
  sizes.n_defines = lcm_contract_defines(&sizes.defines, g->c, g->terms);
  lcm_status status = lcm_growth_predict(&g->growth, &sizes);
  for (; g->n < g->growth.n && !status; g->n++) {
    double by = NAN;
    status = expect(&by, g, g->n);
    g->ratios[g->n] = g->growth.times[g->n] / by;
    if (!isfinite(g->ratios[g->n]) || g->ratios[g->n] <= 0)
      break;
  }
  return status;
}

/* Return the innermost part that grows faster than the contract says and takes
 * much of the time; NULL where there is none. */
static const lcm_occurrence *fastest_part(const struct growing *g) {
  const double *times = g->growth.times;
  if (g->n < g->growth.n)
    return NULL;
  return lcm_growth_part(&g->growth,
                         times[g->n - 1] / times[g->n - 2] /
                             (g->ratios[g->n - 1] / g->ratios[g->n - 2]));
}

/* Write what is found into "out". */
static void conclude(struct lcm_contract_result *out, const struct growing *g,
                     const char *text) {
  const double slope = slope_at(g, g->n - 1);
  const lcm_occurrence *part = NULL;
  const enum lcm_time_is is = lcm_basis_time_is(&g->growth.last[1]->basis);
  lcm_buf buf = {0};
  out->verdict = slope <= LCM_GROWTH_FLAT    ? LCM_VERDICT_HOLDS
                 : slope >= LCM_GROWTH_STEEP ? LCM_VERDICT_BROKEN
                                             : LCM_VERDICT_OPEN;
  if (out->verdict == LCM_VERDICT_HOLDS &&
      (is == LCM_TIME_IS_LEAST || is == LCM_TIME_IS_LEAST_ABOUT))
    out->verdict = LCM_VERDICT_OPEN;
  lcm_buf_printf(&buf, "the time of what has a cost grows ");
  if (slope >= LCM_GROWTH_STEEP)
    lcm_buf_printf(&buf, "faster than %s, by a factor of about %s^%.2g,", text,
                   g->names[0], slope);
  else
    lcm_buf_printf(&buf, "no faster than %s", text);
  lcm_buf_printf(&buf, " up to %s = %s", g->names[0],
                 lcm_cell_value(g->c->ctx, ldexp(g->firsts[0], (int)g->n - 1)));
  part = out->verdict == LCM_VERDICT_BROKEN ? fastest_part(g) : NULL;
  if (part) {
    out->cause = part->node->loc;
    lcm_buf_printf(&buf, ", most of it at %s:%u", out->cause.file,
                   out->cause.line);
  }
  if (out->verdict == LCM_VERDICT_OPEN && g->growth.last[1]->n_unknown) {
    out->cause = g->growth.last[1]->unknown[0].loc;
    lcm_buf_printf(&buf, ", but not all has a cost: %s (%s:%u)",
                   g->growth.last[1]->unknown[0].reason,
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
  if (!status && g.n >= LCM_LEAST_DOUBLINGS)
    conclude(out, &g, kept);
  return status;
}
