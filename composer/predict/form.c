/* Makes the closed form of a program, if it has one that can be trusted. */
#include <math.h>
#include <string.h>

#include "composer/predict/form.h"

/* Return what the numbers of executions in the closed form of "p" are, one for
 * each node with models of a run, where "visits" is their sum, each times the
 * coefficient that stands for it: as `executions` in
 * composer/predict/runs.c, one where
 * there are none. */
static const struct lcm_subst *run_values(const struct lcm_predictor *p,
                                          const lcm_expr *visits) {
  lcm_ctx *ctx = p->setup.ctx;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  struct lcm_subst *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, p->runs.n + 1);
  for (size_t k = 0; k < p->runs.n; k++) {
    const lcm_expr *own =
        lcm_expr_derive(ctx, visits ? visits : zero, p->runs.at[k].coef->name);
    const lcm_expr *some = lcm_expr_binary(ctx, LCM_X_LT, zero, own);
    values[k] =
        (struct lcm_subst){p->runs.at[k].symbol,
                           lcm_expr_if(ctx, some, own, lcm_expr_int(ctx, 1))};
  }
  return values;
}

/* Publish the closed form "closed" as the formulas of "p", in which nodes with
 * models of a run are executed as often as "visits" says. */
static void publish(struct lcm_predictor *p, const struct lcm_closed *closed,
                    const lcm_expr *visits) {
  const lcm_expr **cats = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx),
                                        const lcm_expr *, p->setup.n_cats + 1);
  const struct lcm_subst *runs = run_values(p, visits);
  for (size_t c = 0; c < p->setup.n_cats; c++)
    cats[c] = closed->cats[c] ? lcm_expr_subst(p->setup.ctx, closed->cats[c],
                                               runs, p->runs.n)
                              : lcm_expr_int(p->setup.ctx, 0);
  p->formulas.time =
      lcm_expr_subst(p->setup.ctx, closed->time, runs, p->runs.n);
  if (!p->formulas.time) {
    p->formulas.reason = "executions that are not known";
    return;
  }
  if (!p->setup.options->thesis_li && !p->setup.options->thesis_barrier)
    p->formulas.cats = cats;
}

/* Return whether a name that has a value is also that of a coefficient, whose
 * value it would replace. */
static bool replaces_coef(const struct lcm_predictor *p) {
  for (size_t k = 0; k < p->setup.n_coefs; k++) {
    for (size_t j = 0; j < p->setup.grid->n_names; j++)
      if (p->setup.grid->names[j] == p->setup.coefs[k]->name)
        return true;
    for (size_t j = 0; j < p->setup.program->n_params; j++)
      if (p->setup.program->params[j].name == p->setup.coefs[k]->name)
        return true;
  }
  return false;
}

/* Compile "form", that is "closed", the guards of "f" with it. */
static bool compile(struct lcm_closed_form *form, struct lcm_predictor *p,
                    const struct lcm_formula *f,
                    const struct lcm_closed *closed) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  const lcm_expr *zero = lcm_expr_int(p->setup.ctx, 0);
  const lcm_expr **exprs =
      LCM_NEW_ARRAY(arena, const lcm_expr *, LCM_SLOTS + 2);
  LCM_LIST(const lcm_expr *) every = {0};
  size_t n = 0;
  exprs[n++] = form->time;
  for (size_t c = 0; c < p->setup.n_cats; c++)
    exprs[n++] = closed->cats[c] ? closed->cats[c] : zero;
  for (size_t d = 0; d < f->n_demands; d++) {
    const lcm_expr *demand = closed->cats[LCM_MAX_CATS + d];
    exprs[n++] = demand ? demand : zero;
  }
  exprs[n++] = form->span ? form->span : zero;
  for (size_t i = 0; i < n + f->guard.costs.n; i++)
    LCM_LIST_ADD(arena, &every, i < n ? exprs[i] : f->guard.costs.at[i - n]);
  form->n_names =
      lcm_expr_names_all(&form->names, p->setup.ctx, every.at, every.n);
  form->n_out = n + 1;
  struct lcm_tape_parts parts = {
      .exprs = exprs, .n = 1, .names = form->names, .n_names = form->n_names};
  if (lcm_tape_compile_parts(&form->time_tape, p->setup.ctx, &parts))
    return false;
  parts.n = n;
  parts.least = f->guard.costs.n ? f->guard.costs.at : exprs;
  parts.n_least = f->guard.costs.n;
  return !lcm_tape_compile_parts(&form->tape, p->setup.ctx, &parts);
}

/* Make the closed form that "f" has built the one that "p" computes with,
 * where it says all that the engine would. */
static void adopt(struct lcm_predictor *p, struct lcm_formula *f,
                  const struct lcm_closed *closed) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  struct lcm_closed_form *form = LCM_NEW(arena, struct lcm_closed_form);
  const char **demands = LCM_NEW_ARRAY(arena, const char *, LCM_MAX_DEMANDS);
  form->time = closed->time;
  form->n_unknown = lcm_formula_n_unknown(f);
  form->n_assumes = f->guard.assumes.n;
  if (!lcm_formula_build_span(&form->span, f))
    form->span = NULL;
  memcpy(demands, f->demands, f->n_demands * sizeof *demands);
  form->demands = demands;
  form->n_demands = f->n_demands;
  if (compile(form, p, f, closed))
    p->form = form;
}

/* Let numbers of executions stay in "f". */
static void allow_runs(struct lcm_predictor *p, struct lcm_formula *f) {
  for (size_t k = 0; k < p->runs.n; k++) {
    const lcm_expr *symbol =
        lcm_expr_symbol(p->setup.ctx, p->runs.at[k].symbol, LCM_DIM_NONE);
    lcm_expr_assume(p->setup.ctx, symbol, 0, INFINITY, false);
    LCM_LIST_ADD(lcm_ctx_arena(p->setup.ctx), &f->free, p->runs.at[k].symbol);
  }
}

/* Take what "f" counts executions by out of "closed"; return it. */
static const lcm_expr *take_visits(const struct lcm_formula *f,
                                   struct lcm_closed *closed) {
  const lcm_expr *visits = NULL;
  for (size_t d = 0; f->visits && d < f->n_demands; d++)
    if (f->demands[d] == f->visits->slot) {
      visits = closed->cats[LCM_MAX_CATS + d];
      closed->cats[LCM_MAX_CATS + d] = NULL;
    }
  return visits;
}

/* Let executions be counted by "visits", the sum of each node's coefficient
 * times its executions (NULL: none), as "f" has built it. */
static void adopt_counts(struct lcm_predictor *p, const struct lcm_formula *f,
                         const lcm_expr *visits) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  struct lcm_closed_form *form = LCM_NEW(arena, struct lcm_closed_form);
  const lcm_expr *total = visits ? visits : lcm_expr_int(p->setup.ctx, 0);
  LCM_LIST(const lcm_expr *) every = {0};
  LCM_LIST_ADD(arena, &every, total);
  for (size_t i = 0; i < f->guard.costs.n; i++)
    LCM_LIST_ADD(arena, &every, f->guard.costs.at[i]);
  form->n_names =
      lcm_expr_names_all(&form->names, p->setup.ctx, every.at, every.n);
  form->n_out = 2;
  const struct lcm_tape_parts parts = {.exprs = every.at,
                                       .n = 1,
                                       .least = every.at + 1,
                                       .n_least = every.n - 1,
                                       .names = form->names,
                                       .n_names = form->n_names};
  if (!lcm_tape_compile_parts(&form->tape, p->setup.ctx, &parts))
    p->runs.counts = form;
}

struct lcm_formula lcm_predictor_formula_begin(struct lcm_predictor *p) {
  if (!p->setup.facts)
    p->setup.facts =
        lcm_facts_new(p->setup.ctx, p->setup.program, p->setup.data);
  return (struct lcm_formula){.ctx = p->setup.ctx,
                              .program = p->setup.program,
                              .machine = p->setup.machine,
                              .data = p->setup.data,
                              .n_cats = p->setup.n_cats,
                              .cat_names = p->setup.cat_names,
                              .nesting_off = p->setup.program->nesting_off ||
                                             p->setup.options->nesting_off,
                              .visits = p->runs.visits,
                              .facts = p->setup.facts};
}

void lcm_predictor_form(struct lcm_predictor *p) {
  struct lcm_formula f = lcm_predictor_formula_begin(p);
  struct lcm_closed closed;
  const bool muted = lcm_ctx_mute(p->setup.ctx, !p->setup.options->formula);
  lcm_ctx_refill(p->setup.ctx);
  allow_runs(p, &f);
  const bool built = lcm_formula_build(&closed, &f, p->setup.grid);
  const lcm_expr *visits = built ? take_visits(&f, &closed) : NULL;
  p->formulas.reason = built ? NULL : f.reason;
  p->formulas.reason_at = !built && f.at ? f.at->loc : (lcm_loc){0};
  (void)lcm_ctx_mute(p->setup.ctx, true);
  if (built)
    publish(p, &closed, visits);
  const bool trusted = built && !p->setup.options->interpret &&
                       lcm_formula_is_guarded(&f) && !replaces_coef(p);
  if (trusted && p->runs.n)
    adopt_counts(p, &f, visits);
  if (trusted && !p->setup.options->thesis_li &&
      !p->setup.options->thesis_barrier && (!p->runs.n || p->runs.counts))
    adopt(p, &f, &closed);
  lcm_ctx_refill(p->setup.ctx);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
}
