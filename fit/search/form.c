/* Forms: reading their text, expressing it over symbols, dropping terms. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fit/search/form.h"

#include "base/find.h"

/* Reading a form. */
struct reading {
  /* names that are values, the others being coefficients */
  const char *const *variables;
  size_t n;
};

/* Return the number of the coefficient called "name", 0 where it is none. */
static unsigned long coefficient_number(const char *name) {
  if (name[0] != 'k' || !isdigit((unsigned char)name[1]))
    return 0;
  char *end = NULL;
  const unsigned long number = strtoul(name + 1, &end, 10);
  return *end ? 0 : number;
}

/* Return the symbol "name" where it is a variable or a coefficient. */
static const lcm_expr *resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                               void *user) {
  const struct reading *r = user;
  if (lcm_names_have(r->variables, r->n, name) || coefficient_number(name))
    return lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  lcm_report(ctx, LCM_DIAG_UNBOUND, at,
             "'%s' is neither a variable that was measured nor a coefficient "
             "k1, k2, ..",
             name);
  return NULL;
}

/* Compare two names of coefficients by their numbers. */
static int by_number(const void *a, const void *b) {
  const unsigned long x = coefficient_number(*(const char *const *)a);
  const unsigned long y = coefficient_number(*(const char *const *)b);
  return (x > y) - (x < y);
}

/* Put the coefficients of "form", of which the expression is there, into it. */
static void find_coefficients(struct lcm_fit_form *form, lcm_ctx *ctx,
                              const struct reading *r) {
  const char *const *all = NULL;
  const size_t n = lcm_expr_names(&all, ctx, form->expr);
  const char **names = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  form->k = 0;
  for (size_t i = 0; i < n; i++)
    if (!lcm_names_have(r->variables, r->n, all[i]))
      names[form->k++] = all[i];
  qsort(names, form->k, sizeof *names, by_number);
  form->names = names;
}

/* Return whether "e" has none of the coefficients of "form". */
static bool is_free(const struct lcm_fit_form *form, const lcm_expr *e) {
  for (size_t j = 0; j < form->k; j++)
    if (lcm_expr_has(e, form->names[j]))
      return false;
  return true;
}

/* Return whether "e" is linear in the coefficients of "form", and put its
 * slopes by them into "slopes". */
static bool find_slopes(const lcm_expr **slopes, lcm_ctx *ctx,
                        const struct lcm_fit_form *form, const lcm_expr *e) {
  bool linear = true;
  for (size_t j = 0; j < form->k; j++) {
    slopes[j] = lcm_expr_derive(ctx, e, form->names[j]);
    linear = linear && slopes[j] && is_free(form, slopes[j]);
  }
  return linear;
}

/* Return "e" where all coefficients of "form" are 0. */
static const lcm_expr *at_zero(lcm_ctx *ctx, const struct lcm_fit_form *form,
                               const lcm_expr *e) {
  struct lcm_subst *zeros =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, form->k + 1);
  for (size_t j = 0; j < form->k; j++)
    zeros[j] = (struct lcm_subst){form->names[j], lcm_expr_int(ctx, 0)};
  return lcm_expr_subst(ctx, e, zeros, form->k);
}

/* Return the maximum or minimum of two that "e" is or is a sum with, NULL for
 * none. */
static const lcm_expr *find_switch(const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_MAX || kind == LCM_X_MIN)
    return lcm_expr_arity(e) == 2 ? e : NULL;
  if (kind != LCM_X_SUM_OF)
    return NULL;
  const lcm_expr *found = NULL;
  for (size_t i = 0; i < lcm_expr_arity(e) && !found; i++)
    found = find_switch(lcm_expr_arg(e, i));
  return found;
}

/* Put the two forms that "form" is on the two sides of its maximum into it,
 * where both are linear. */
static void find_branches(struct lcm_fit_form *form, lcm_ctx *ctx) {
  const lcm_expr *choice = find_switch(form->expr);
  if (!choice)
    return;
  const lcm_expr *rest = lcm_expr_sub(ctx, form->expr, choice);
  for (size_t i = 0; i < 2; i++) {
    const lcm_expr **parts =
        LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, form->k + 1);
    const lcm_expr *side = lcm_expr_add(ctx, rest, lcm_expr_arg(choice, i));
    if (!side || !find_slopes(parts, ctx, form, side))
      return;
    parts[form->k] = at_zero(ctx, form, side);
    form->branch[i] = parts;
  }
  form->branched = true;
  form->least = lcm_expr_kind_of(choice) == LCM_X_MIN;
}

/* Put what there is to know about the expression of "form" into it. */
static void look(struct lcm_fit_form *form, lcm_ctx *ctx,
                 const struct reading *r) {
  find_coefficients(form, ctx, r);
  const lcm_expr **slopes =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, form->k + 1);
  form->linear = find_slopes(slopes, ctx, form, form->expr);
  form->slopes = slopes;
  form->offset = form->linear ? at_zero(ctx, form, form->expr) : NULL;
  form->constant = false;
  form->branched = false;
  for (size_t j = 0; j < form->k && form->linear; j++)
    form->constant = form->constant || lcm_expr_is_int(slopes[j], 1);
  if (!form->linear)
    find_branches(form, ctx);
}

/* Append coefficient "number" times "term" to "text". */
static void add_term(lcm_buf *text, size_t number, const lcm_expr *term) {
  char *is = lcm_expr_to_str(term, LCM_TEXT);
  lcm_buf_printf(text, "%sk%zu", text->len ? " + " : "", number);
  const bool sum = lcm_expr_kind_of(term) == LCM_X_SUM_OF;
  if (is && strncmp(is, "1/", 2) == 0)
    lcm_buf_printf(text, "/%s", is + 2);
  else if (is && !lcm_expr_is_int(term, 1))
    lcm_buf_printf(text, sum ? "*(%s)" : "*%s", is);
  free(is);
}

/* Give each term of "e" a coefficient and return the text of that. */
static const char *with_coefficients(lcm_ctx *ctx, const lcm_expr *e) {
  lcm_buf text = {0};
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  const size_t n = sum ? lcm_expr_arity(e) : 1;
  for (size_t i = 0; i < n; i++)
    add_term(&text, i + 1, sum ? lcm_expr_arg(e, n - 1 - i) : e);
  return lcm_ctx_text(ctx, &text);
}

/* Parse "text" into "*out". */
static lcm_status parse(const lcm_expr **out, lcm_ctx *ctx, const char *text,
                        struct reading *r) {
  const struct lcm_expr_source source = {
      .text = text, .len = strlen(text), .resolve = resolve, .user = r};
  return lcm_expr_parse(out, ctx, &source);
}

lcm_status lcm_fit_form_express(const lcm_expr **out, lcm_ctx *ctx,
                                const char *text, const char *const *names,
                                size_t n) {
  struct reading r = {names, n};
  return parse(out, ctx, text, &r);
}

lcm_status lcm_fit_form_read(struct lcm_fit_form *out, lcm_ctx *ctx,
                             const char *text, const char *const *names,
                             size_t n) {
  struct reading r = {names, n};
  struct lcm_fit_form form = {
      .text = text, .variables = names, .n_variables = n};
  lcm_status status = parse(&form.expr, ctx, text, &r);
  if (status)
    return status;
  find_coefficients(&form, ctx, &r);
  if (form.k == 0 && !lcm_expr_is_int(form.expr, 0)) {
    form.text = with_coefficients(ctx, form.expr);
    status = parse(&form.expr, ctx, form.text, &r);
  }
  if (!status)
    look(&form, ctx, &r);
  *out = form;
  return status;
}

lcm_status lcm_fit_form_without(struct lcm_fit_form *out, lcm_ctx *ctx,
                                const struct lcm_fit_form *form, size_t which) {
  lcm_buf text = {0};
  for (size_t j = 0, number = 1; j < form->k; j++)
    if (j != which)
      add_term(&text, number++, form->slopes[j]);
  if (text.len == 0)
    lcm_buf_puts(&text, "0");
  return lcm_fit_form_read(out, ctx, lcm_ctx_text(ctx, &text), form->variables,
                           form->n_variables);
}
