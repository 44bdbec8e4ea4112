/* Adds up the models of the whole run (Crovella 1994, 5.2, step 3). */
#include "fit/session/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "model/structure/structure.h"

/* Models being added up. */
struct adding {
  lcm_ctx *ctx;
  const struct lcm_experiment_series *time; /* the times that were measured */
  const lcm_expr *processors;
  struct lcm_fit_sum *sum;
  LCM_LIST(struct lcm_fit_share) terms;
};

/* Return the times of the whole run that "session" has, NULL for none. */
static const struct lcm_experiment_series *
times_of(const struct lcm_fit_session *session) {
  for (size_t i = 0; i < session->n; i++)
    if (!*session->series[i].base.fragment &&
        !strcmp(session->series[i].base.category, "time") &&
        session->series[i].data.n_points)
      return &session->series[i];
  return NULL;
}

/* Return the number of variable "p" among those of "data"; how many there are
 * where it is none. */
static size_t place_of_p(const struct lcm_fit_data *data) {
  size_t j = 0;
  while (j < data->n_names && strcmp(data->names[j], "p") != 0)
    j++;
  return j;
}

/* Return on how many processors the runs of "time" were made: a number, or p;
 * NULL where it is neither. */
static const lcm_expr *processors_of(lcm_ctx *ctx,
                                     const struct lcm_experiment_series *time) {
  const struct lcm_fit_data *data = &time->data;
  const size_t j = place_of_p(data);
  const double first = time->records[0]->processors;
  bool constant = first > 0;
  bool symbol = j < data->n_names;
  for (size_t i = 0; i < data->n_points; i++) {
    const double k = time->records[i]->processors;
    constant = constant && k == first;
    symbol = symbol && data->x[i * data->n_names + j] == k;
  }
  if (symbol)
    return lcm_expr_symbol(ctx, lcm_intern(ctx, "p"), LCM_DIM_NONE);
  return constant ? lcm_expr_real(ctx, first) : NULL;
}

/* Return whether "model" is of what processors of the whole run spend time
 * in. */
static bool is_part(const lcm_fit_model *model) {
  return !*model->fragment && model->selected && model->unit &&
         !strcmp(model->unit, "s") &&
         !(lcm_amount_traits(model->category) &
           (LCM_OF_SUM | LCM_OF_COUNT | LCM_OF_WHOLE));
}

/* Return the text of "e". */
static const char *text_of(lcm_ctx *ctx, const lcm_expr *e) {
  char *text = lcm_expr_to_str(e, LCM_TEXT);
  const char *out = text ? lcm_intern(ctx, text) : "";
  free(text);
  return out;
}

/* Add "model" to the sum, if it is not 0. */
static lcm_status add_model(struct adding *a, const lcm_fit_model *model) {
  const lcm_expr *e = NULL;
  lcm_ctx *ctx = a->ctx;
  if (!model->expr || !model->formula) {
    a->sum->missing = model->category;
    return LCM_OK;
  }
  const struct lcm_expr_source source = {.text = model->formula,
                                         .len = strlen(model->formula)};
  const lcm_status status = lcm_expr_parse(&e, ctx, &source);
  if (status || lcm_expr_is_int(e, 0))
    return status;
  const lcm_expr *shown = lcm_expr_div(ctx, e, a->processors);
  const lcm_expr *exact = lcm_expr_div(ctx, model->expr, a->processors);
  const struct lcm_fit_share term = {model->category, text_of(ctx, shown),
                                     exact, 0};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &a->terms, term);
  return LCM_OK;
}

/* Return the sum of the terms of "a" at point number "i" of the times, NaN
 * where it is not known; put it into their parts where "keep". */
static double value_at(struct adding *a, size_t i, bool keep) {
  const struct lcm_fit_data *data = &a->time->data;
  lcm_binding *env =
      LCM_NEW_ARRAY(lcm_ctx_arena(a->ctx), lcm_binding, data->n_names + 1);
  double sum = 0;
  for (size_t j = 0; j < data->n_names; j++)
    env[j] = (lcm_binding){lcm_intern(a->ctx, data->names[j]),
                           data->x[i * data->n_names + j]};
  for (size_t k = 0; k < a->terms.n; k++) {
    double value = 0;
    if (lcm_expr_eval(&value, a->terms.at[k].expr, env, data->n_names))
      return NAN;
    sum += value;
    if (keep)
      a->terms.at[k].value = value;
  }
  if (keep) {
    a->sum->at = env;
    a->sum->n = data->n_names;
    a->sum->time = sum;
  }
  return sum;
}

/* Return the point of the times that took the most processor-time. */
static size_t largest(const struct lcm_experiment_series *time) {
  size_t best = 0;
  for (size_t i = 0; i < time->data.n_points; i++)
    if (time->data.y[i] * time->records[i]->processors >
        time->data.y[best] * time->records[best]->processors)
      best = i;
  return best;
}

/* Compare the sum with each time that was measured. */
static void compare(struct adding *a) {
  const struct lcm_fit_data *data = &a->time->data;
  double error = 0;
  for (size_t i = 0; i < data->n_points; i++) {
    const double said = value_at(a, i, false);
    const double all = fabs(said) + fabs(data->y[i]);
    error += all > 0 ? 200 * fabs(said - data->y[i]) / all : 0;
  }
  a->sum->points = data->n_points;
  a->sum->smape = error / (double)data->n_points;
  (void)value_at(a, largest(a->time), true);
}

/* Put the terms of "a" as one formula into the sum. */
static void join(struct adding *a) {
  lcm_buf buf = {0};
  for (size_t k = 0; k < a->terms.n; k++)
    lcm_buf_printf(&buf, "%s%s", k ? " + " : "", a->terms.at[k].formula);
  if (!a->terms.n)
    lcm_buf_puts(&buf, "0");
  a->sum->formula = lcm_ctx_text(a->ctx, &buf);
}

lcm_status lcm_fit_sum_up(struct lcm_fit_session *session) {
  lcm_arena *arena = lcm_ctx_arena(session->ctx);
  struct adding a = {.ctx = session->ctx, .time = times_of(session)};
  const lcm_fit *fit = session->fit;
  lcm_status status = LCM_OK;
  bool any = false;
  if (!a.time || !fit)
    return LCM_OK;
  a.processors = processors_of(session->ctx, a.time);
  a.sum = LCM_NEW(arena, struct lcm_fit_sum);
  for (size_t i = 0; i < fit->n_models && !status && a.processors; i++)
    if (is_part(&fit->models[i])) {
      any = true;
      status = add_model(&a, &fit->models[i]);
    }
  if (status || !any)
    return status;
  if (!a.sum->missing) {
    join(&a);
    compare(&a);
  }
  a.sum->terms = a.terms.at;
  a.sum->n_terms = a.terms.n;
  lcm_fit *copy = LCM_NEW(arena, lcm_fit);
  *copy = *fit;
  copy->sum = a.sum;
  session->fit = copy;
  return LCM_OK;
}
