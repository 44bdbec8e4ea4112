/* Finds which choice of params that are 0 or 1 is the fastest where. */
#include "composer/bound/decide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/bound/bound.h"
#include "composer/bound/terms/prove.h"

/* Decisions being found. */
struct deciding {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_bound_algebra algebra;
  lcm_decisions *out;
  LCM_LIST(struct lcm_threshold) thresholds;
};

/* Put the names that are to be decided into "d". */
static void find_names(struct deciding *d, const char *const *names, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(d->ctx);
  LCM_LIST(const char *) all = {0};
  for (size_t i = 0; i < n; i++)
    LCM_LIST_ADD(arena, &all, lcm_intern(d->ctx, names[i]));
  for (size_t i = 0; !n && i < d->program->n_params; i++)
    if (lcm_param_is_decision(&d->program->params[i]))
      LCM_LIST_ADD(arena, &all, d->program->params[i].name);
  d->out->names = all.at;
  d->out->n = all.n;
}

/* Put the times of all choices into "d", from the form "form". */
static bool find_times(struct deciding *d, const struct lcm_bound_form *form) {
  lcm_arena *arena = lcm_ctx_arena(d->ctx);
  const size_t n = (size_t)1 << d->out->n;
  struct lcm_choice *choices = LCM_NEW_ARRAY(arena, struct lcm_choice, n);
  struct lcm_subst substs[LCM_MAX_DECISIONS];
  for (size_t c = 0; c < n; c++) {
    for (size_t i = 0; i < d->out->n; i++)
      substs[i] = (struct lcm_subst){d->out->names[i],
                                     lcm_expr_int(d->ctx, c >> i & 1)};
    choices[c].time = lcm_expr_subst(
        d->ctx, form->skewed ? form->skewed : form->time, substs, d->out->n);
    if (!choices[c].time)
      return false;
  }
  d->out->choices = choices;
  for (size_t c = 0; c < n; c++)
    for (size_t o = 0; o < n && !choices[c].never; o++)
      choices[c].never =
          o != c && !choices[o].never &&
          (choices[o].time != choices[c].time || o < c) &&
          lcm_bound_proves(&d->algebra, lcm_expr_sub(d->ctx, choices[c].time,
                                                     choices[o].time));
  return true;
}

/* Order names for qsort(). */
static int name_order(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Put the names that the times mention into "d". */
static void find_params(struct deciding *d) {
  LCM_LIST(const char *) all = {0};
  size_t kept = 0;
  for (size_t c = 0; c < (size_t)1 << d->out->n; c++) {
    const char *const *names = NULL;
    const size_t n = lcm_expr_names(&names, d->ctx, d->out->choices[c].time);
    for (size_t i = 0; i < n; i++)
      LCM_LIST_ADD(lcm_ctx_arena(d->ctx), &all, names[i]);
  }
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, name_order);
  for (size_t i = 0; i < all.n; i++)
    if (!kept || all.at[kept - 1] != all.at[i])
      all.at[kept++] = all.at[i];
  d->out->params = all.at;
  d->out->n_params = kept;
}

/* Add where choice "a" takes over from "b" as "name" grows or shrinks. */
static void add_threshold(struct deciding *d, size_t a, size_t b,
                          const char *name) {
  lcm_ctx *ctx = d->ctx;
  const lcm_expr *parts[2];
  double low = 0;
  double high = 0;
  const lcm_expr *gain =
      lcm_expr_sub(ctx, d->out->choices[b].time, d->out->choices[a].time);
  if (!gain || !lcm_bound_affine(&d->algebra, gain, name, parts) ||
      lcm_expr_is_int(parts[0], 0))
    return;
  lcm_expr_bounds(&low, &high, parts[0]);
  const lcm_expr *value =
      lcm_expr_neg(ctx, lcm_expr_div(ctx, parts[1], parts[0]));
  for (int above = 0; above < 2 && value; above++) {
    const struct lcm_threshold threshold = {
        .better = a,
        .worse = b,
        .name = name,
        .above = above,
        .value = value,
        .given = low >= 0 || high <= 0 ? NULL
                 : above               ? parts[0]
                                       : lcm_expr_neg(ctx, parts[0])};
    if (above ? high > 0 : low < 0)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &d->thresholds, threshold);
  }
}

/* Find the thresholds between choices that may be best. */
static void find_thresholds(struct deciding *d) {
  const size_t n = (size_t)1 << d->out->n;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < a; b++)
      for (size_t i = 0; i < d->out->n_params; i++)
        if (!d->out->choices[a].never && !d->out->choices[b].never)
          add_threshold(d, a, b, d->out->params[i]);
  d->out->thresholds = d->thresholds.at;
  d->out->n_thresholds = d->thresholds.n;
}

/* Report that nothing can be decided, for "reason". */
static lcm_status undecided(lcm_ctx *ctx, lcm_loc at, const char *reason) {
  lcm_report(ctx, LCM_DIAG_NO_BOUND, at, "no decision: %s", reason);
  return LCM_EUSAGE;
}

/* What was assumed of a param. */
struct domain {
  double low;
  double high;
  bool whole;
};

/* Return what is assumed of the params of "d", in their order. */
static struct domain *domains_of(struct deciding *d) {
  struct domain *all = LCM_NEW_ARRAY(lcm_ctx_arena(d->ctx), struct domain,
                                     d->program->n_params + 1);
  for (size_t i = 0; i < d->program->n_params; i++) {
    const lcm_expr *e =
        lcm_expr_symbol(d->ctx, d->program->params[i].name, LCM_DIM_NONE);
    lcm_expr_bounds(&all[i].low, &all[i].high, e);
    all[i].whole = lcm_bound_is_whole(d->ctx, e);
  }
  return all;
}

/* Assume what the conditions of "form" say. */
static void assume(struct deciding *d, const struct lcm_bound_form *form) {
  for (size_t i = 0; i < form->n_positives; i++)
    lcm_bound_assume(&d->algebra,
                     lcm_expr_symbol(d->ctx, form->positives[i], LCM_DIM_NONE));
  for (size_t i = 0; i < form->n_conditions; i++) {
    const lcm_expr *known = form->conditions[i];
    if (lcm_expr_kind_of(known) == LCM_X_LE &&
        lcm_expr_is_int(lcm_expr_arg(known, 0), 0))
      lcm_bound_assume(&d->algebra, lcm_expr_arg(known, 1));
  }
}

/* Assume of the params of "d" what "domains" say again. */
static void restore(struct deciding *d, const struct domain *domains) {
  for (size_t i = 0; i < d->program->n_params; i++)
    lcm_expr_assume(
        d->ctx,
        lcm_expr_symbol(d->ctx, d->program->params[i].name, LCM_DIM_NONE),
        domains[i].low, domains[i].high, domains[i].whole);
}

lcm_status lcm_decide(const lcm_decisions **out, lcm_ctx *ctx,
                      const lcm_program *program, const char *const *names,
                      size_t n) {
  struct deciding d = {.ctx = ctx,
                       .program = program,
                       .algebra = {.ctx = ctx, .program = program}};
  lcm_bound *bound = NULL;
  d.out = LCM_NEW(lcm_ctx_arena(ctx), lcm_decisions);
  find_names(&d, names, n);
  if (!d.out->n || d.out->n > LCM_MAX_DECISIONS)
    return undecided(ctx, (lcm_loc){0},
                     d.out->n ? "there are too many"
                              : "there is none in the model");
  const lcm_status status = lcm_bound_new(&bound, ctx, program, NULL);
  if (status)
    return status;
  const struct lcm_bound_form *form = lcm_bound_form_of(bound);
  if (form->reason)
    return undecided(ctx, form->at, form->reason);
  if (form->length > LCM_FORM_LENGTH)
    return undecided(ctx, (lcm_loc){0}, "the closed form is too large");
  const struct domain *domains = domains_of(&d);
  assume(&d, form);
  const bool found = find_times(&d, form);
  if (found) {
    find_params(&d);
    find_thresholds(&d);
  }
  restore(&d, domains);
  if (!found)
    return undecided(ctx, (lcm_loc){0}, "the closed form is too large");
  d.out->conditions = form->conditions;
  d.out->n_conditions = form->n_conditions;
  *out = d.out;
  return LCM_OK;
}

/* Append choice "c" of "decisions" as "v = 1, r = 0". */
static void add_choice(lcm_buf *buf, const lcm_decisions *decisions, size_t c) {
  for (size_t i = 0; i < decisions->n; i++)
    lcm_buf_printf(buf, "%s%s = %zu", i ? ", " : "", decisions->names[i],
                   c >> i & 1);
}

/* Append "e" in "notation". */
static void add_expr(lcm_buf *buf, const lcm_expr *e, lcm_notation notation) {
  char *text = lcm_expr_to_str(e, notation);
  lcm_buf_puts(buf, text ? text : "?");
  free(text);
}

/* Append threshold "i" of "decisions". */
static void add_threshold_text(lcm_buf *buf, const lcm_decisions *decisions,
                               size_t i) {
  const struct lcm_threshold *t = &decisions->thresholds[i];
  add_choice(buf, decisions, t->better);
  lcm_buf_puts(buf, " rather than ");
  add_choice(buf, decisions, t->worse);
  lcm_buf_printf(buf, " where %s %c ", t->name, t->above ? '>' : '<');
  add_expr(buf, t->value, LCM_TEXT);
  if (t->given) {
    lcm_buf_puts(buf, ", if 0 < ");
    add_expr(buf, t->given, LCM_TEXT);
  }
}

char *lcm_threshold_to_str(const lcm_decisions *decisions, size_t i) {
  lcm_buf buf = {0};
  add_threshold_text(&buf, decisions, i);
  return lcm_buf_take(&buf);
}

char *lcm_decisions_to_str(const lcm_decisions *decisions) {
  lcm_buf buf = {0};
  for (size_t c = 0; c < (size_t)1 << decisions->n; c++) {
    add_choice(&buf, decisions, c);
    lcm_buf_puts(&buf, ": ");
    add_expr(&buf, decisions->choices[c].time, LCM_TEXT);
    lcm_buf_puts(&buf, decisions->choices[c].never ? " (never best)\n" : "\n");
  }
  for (size_t i = 0; i < decisions->n_thresholds; i++) {
    add_threshold_text(&buf, decisions, i);
    lcm_buf_putc(&buf, '\n');
  }
  for (size_t i = 0; i < decisions->n_conditions; i++) {
    lcm_buf_puts(&buf, "provided ");
    add_expr(&buf, decisions->conditions[i], LCM_TEXT);
    lcm_buf_putc(&buf, '\n');
  }
  return lcm_buf_take(&buf);
}

/* Return whether the time of a choice that may be best mentions "name". */
static bool decides(const lcm_decisions *decisions, const char *name) {
  for (size_t c = 0; c < (size_t)1 << decisions->n; c++)
    if (!decisions->choices[c].never &&
        lcm_expr_has(decisions->choices[c].time, name))
      return true;
  return false;
}

char *lcm_decisions_to_c(const lcm_decisions *decisions) {
  lcm_buf buf = {0};
  bool first = true;
  lcm_buf_puts(&buf, lcm_expr_prelude(LCM_C));
  lcm_buf_puts(&buf, "\n/* Return how to decide for the least time: bit i is");
  for (size_t i = 0; i < decisions->n; i++)
    lcm_buf_printf(&buf, "%s %zu %s", i ? "," : "", i, decisions->names[i]);
  lcm_buf_puts(&buf, ". */\nunsigned lcm_decide(");
  for (size_t i = 0; i < decisions->n_params; i++)
    lcm_buf_printf(&buf, "%sdouble %s", i ? ", " : "", decisions->params[i]);
  lcm_buf_puts(&buf, decisions->n_params ? ") {\n" : "void) {\n");
  for (size_t c = 0; c < (size_t)1 << decisions->n; c++) {
    if (decisions->choices[c].never)
      continue;
    lcm_buf_printf(&buf,
                   first ? "  unsigned best = %zu;\n  double least = "
                         : "  const double t%zu = ",
                   c);
    add_expr(&buf, decisions->choices[c].time, LCM_C);
    lcm_buf_puts(&buf, ";\n");
    if (!first)
      lcm_buf_printf(&buf,
                     "  best = t%zu < least ? %zu : best;\n"
                     "  least = t%zu < least ? t%zu : least;\n",
                     c, c, c, c);
    first = false;
  }
  lcm_buf_puts(&buf, "  (void)least;\n");
  for (size_t i = 0; i < decisions->n_params; i++)
    if (!decides(decisions, decisions->params[i]))
      lcm_buf_printf(&buf, "  (void)%s;\n", decisions->params[i]);
  lcm_buf_puts(&buf, "  return best;\n}\n");
  return lcm_buf_take(&buf);
}
