/* lcm fit --source: the closed forms of what fragments compute, from the
 * source, as texts over the variables of the measurements. */
#include "cmd/fit_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/loading.h"
#include "composer/predict/predict.h"

/* By how much what is looked at is larger than the largest measurement. */
static const double BEYOND = 4;

/* A variable of the measurements. */
struct variable {
  const char *name;
  double smallest;
  double largest;
  bool varies;
  bool whole;
};

/* Asking. */
struct asking {
  lcm_ctx *ctx;
  struct lcm_fit_session *session;
  LCM_LIST(struct variable) variables;
  LCM_LIST(struct lcm_work) works;
  LCM_LIST(struct lcm_experiment_source) said;
};

/* A part of what a fragment computes, and its value beyond the points, negative
 * where it is taken away. */
struct part {
  const char *text;
  double value;
};

/* Note that the variable "name" has "value" in some run. */
static void note_value(struct asking *a, const char *name, double value) {
  name = lcm_intern(a->ctx, name);
  for (size_t i = 0; i < a->variables.n; i++) {
    struct variable *known = &a->variables.at[i];
    if (known->name != name)
      continue;
    known->varies = known->varies || known->largest != value;
    known->largest = fmax(known->largest, value);
    known->smallest = fmin(known->smallest, value);
    known->whole = known->whole && value == floor(value);
    return;
  }
  LCM_LIST_ADD(
      lcm_ctx_arena(a->ctx), &a->variables,
      ((struct variable){name, value, value, false, value == floor(value)}));
}

/* Note the variables and fragments of what was measured. */
static void note_measured(struct asking *a) {
  const struct lcm_fit_session *f = a->session;
  const char *last = NULL;
  for (size_t i = 0; i < f->measured.n; i++) {
    const lcm_measurement *one = &f->measured.at[i];
    for (size_t k = 0; k < one->n_params; k++)
      note_value(a, one->params[k].name, one->params[k].value);
    if (!isnan(one->processors))
      note_value(a, "p", one->processors);
  }
  for (size_t i = 0; i < f->n; i++) {
    const char *fragment = f->series[i].base.fragment;
    if (!last || strcmp(last, fragment) != 0)
      LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &a->works,
                   ((struct lcm_work){fragment, NULL}));
    last = fragment;
  }
}

/* Put the grid of the variables of "a" into "*out"; they are what they are in
 * the runs, or larger. */
static lcm_status grid_of(const lcm_grid **out, struct asking *a) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const char **specs = LCM_NEW_ARRAY(arena, const char *, a->variables.n + 1);
  for (size_t i = 0; i < a->variables.n; i++) {
    const struct variable *v = &a->variables.at[i];
    specs[i] = lcm_arena_printf(arena, "%s=%.17g", v->name, v->largest);
    lcm_expr_assume(a->ctx, lcm_expr_symbol(a->ctx, v->name, LCM_DIM_NONE),
                    v->smallest, INFINITY, v->whole);
  }
  return lcm_grid_parse(out, a->ctx, specs, a->variables.n);
}

/* Return "e" with the values of variables that do not vary, NULL where it has
 * other names than those that do. */
static const lcm_expr *fixed(struct asking *a, const lcm_expr *e) {
  const size_t n = a->variables.n;
  struct lcm_subst *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(a->ctx), struct lcm_subst, n + 1);
  size_t k = 0;
  size_t left = 0;
  const char *const *names = NULL;
  for (size_t i = 0; i < n; i++)
    if (!a->variables.at[i].varies)
      values[k++] =
          (struct lcm_subst){a->variables.at[i].name,
                             lcm_expr_real(a->ctx, a->variables.at[i].largest)};
  e = lcm_expr_subst(a->ctx, e, values, k);
  const size_t n_names = e ? lcm_expr_names(&names, a->ctx, e) : 0;
  for (size_t j = 0; j < n_names; j++) {
    bool known = false;
    for (size_t i = 0; i < n && !known; i++)
      known = a->variables.at[i].name == names[j];
    left += !known;
  }
  return left ? NULL : e;
}

/* Return the value of "e" beyond the points, NaN where it has none. */
static double value_beyond(struct asking *a, const lcm_expr *e) {
  const size_t n = a->variables.n;
  lcm_binding *at = LCM_NEW_ARRAY(lcm_ctx_arena(a->ctx), lcm_binding, n + 1);
  double value = NAN;
  for (size_t i = 0; i < n; i++)
    at[i] = (lcm_binding){a->variables.at[i].name,
                          BEYOND * a->variables.at[i].largest};
  return lcm_expr_eval(&value, e, at, n) ? NAN : value;
}

/* Return "e" as text. */
static const char *text_of(struct asking *a, const lcm_expr *e) {
  char *text = lcm_expr_to_str(e, LCM_TEXT);
  const char *kept = text ? lcm_arena_strdup(lcm_ctx_arena(a->ctx), text) : "0";
  free(text);
  return kept;
}

/* Return "e" without the number that it begins with. */
static const lcm_expr *without_factor(struct asking *a, const lcm_expr *e) {
  const lcm_expr *product = lcm_expr_int(a->ctx, 1);
  if (lcm_expr_kind_of(e) != LCM_X_MUL_OF)
    return e;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    product = lcm_expr_mul(a->ctx, product, lcm_expr_arg(e, i));
  return product;
}

/* Compare two parts: the larger one first. */
static int by_value(const void *a, const void *b) {
  const struct part *x = a;
  const struct part *y = b;
  if (fabs(x->value) != fabs(y->value))
    return fabs(x->value) < fabs(y->value) ? 1 : -1;
  return strcmp(x->text, y->text);
}

/* Put the parts of "whole" that grow differently into "of": those that are
 * larger than all that is taken away, behind which parts belong together. */
static void take_parts(struct lcm_fit_source *of, struct asking *a,
                       const lcm_expr *whole) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const lcm_expr *sum = lcm_expr_expand(a->ctx, whole);
  const bool several = lcm_expr_kind_of(sum) == LCM_X_SUM_OF;
  const size_t n = several ? lcm_expr_arity(sum) : 1;
  struct part *parts = LCM_NEW_ARRAY(arena, struct part, n + 1);
  const char **terms = LCM_NEW_ARRAY(arena, const char *, n + 1);
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *one = several ? lcm_expr_arg(sum, i) : sum;
    const char *const *names = NULL;
    const double value = value_beyond(a, one);
    if (lcm_expr_names(&names, a->ctx, one) && isfinite(value) && value != 0)
      parts[k++] = (struct part){text_of(a, without_factor(a, one)), value};
  }
  if (k)
    qsort(parts, k, sizeof *parts, by_value);
  for (size_t i = 0; i < k && parts[i].value > 0; i++)
    terms[of->n_terms++] = parts[i].text;
  of->terms = terms;
}

/* Note what the source says of "work", if that depends on what varies. */
static void note_work(struct asking *a, const struct lcm_work *work) {
  const char *const *names = NULL;
  const lcm_expr *whole = work->expr ? fixed(a, work->expr) : NULL;
  if (!whole || !lcm_expr_names(&names, a->ctx, whole) ||
      !(value_beyond(a, whole) > 0))
    return;
  struct lcm_experiment_source said = {work->place,
                                       {.whole = text_of(a, whole)}};
  take_parts(&said.of, a, whole);
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &a->said, said);
}

/* Read the sources of "command" as one program into "*out": its names are those
 * of the runs. */
static lcm_status load(const lcm_program **out, struct command *command,
                       const lcm_grid *grid) {
  struct command *reading =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct command);
  *reading = *command;
  reading->inputs.at = command->sources.at;
  reading->inputs.n = command->sources.n;
  reading->grid = grid;
  struct lcm_load_options options;
  const lcm_status status = command_loading(&options, reading);
  options.assumed = true;
  return status ? status : lcm_load_program(out, command->ctx, &options);
}

lcm_status fit_consult(struct lcm_fit_session *session, void *user) {
  struct command *command = user;
  struct asking a = {.ctx = command->ctx, .session = session};
  const lcm_grid *grid = NULL;
  const lcm_program *program = NULL;
  note_measured(&a);
  lcm_status status = grid_of(&grid, &a);
  if (!status)
    status = load(&program, command, grid);
  if (status)
    return status;
  const char *why =
      lcm_program_work(a.works.at, a.works.n, a.ctx, program, grid);
  for (size_t i = 0; i < a.works.n && !why; i++)
    note_work(&a, &a.works.at[i]);
  if (!a.said.n)
    lcm_report(a.ctx, LCM_DIAG_UNFIT, (lcm_loc){.file = command->sources.at[0]},
               "the source does not say what was measured: %s",
               why ? why : "nothing in it depends on what varies");
  session->plan.sources = a.said.at;
  session->plan.n_sources = a.said.n;
  return LCM_OK;
}
