/* Makes a plan of a request: checks names, conditions and formulae against what
 * was measured. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "base/list.h"
#include "base/map.h"
#include "fit/experiment/where.h"
#include "fit/session/plan.h"

/* Different names, interned. */
typedef struct fit_names {
  const char **at;
  size_t n;
  size_t cap;
  lcm_map numbers; /* of each */
} fit_names;

/* Add "name" to "list" unless it is there. */
static void add_name(lcm_ctx *ctx, fit_names *list, const char *name) {
  size_t i = 0;
  const char *key = lcm_intern(ctx, name);
  if (lcm_map_get(&list->numbers, key, &i))
    return;
  lcm_map_put(lcm_ctx_arena(ctx), &list->numbers, key, list->n);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), list, key);
}

/* Return the different words of "text", separated by blanks or commas. */
static fit_names words_of(lcm_ctx *ctx, const char *text) {
  fit_names words = {0};
  for (const char *at = text; *at;) {
    const size_t n = strcspn(at, " ,\t\n");
    if (n)
      add_name(ctx, &words, lcm_intern_n(ctx, at, n));
    at += n + (at[n] != '\0');
  }
  return words;
}

/* Return whether a formula may end behind the character "c". */
static bool may_end(char c) {
  return isalnum((unsigned char)c) || strchr("_.)]", c);
}

/* Return whether a formula may begin with the character "c". */
static bool may_begin(char c) {
  return isalnum((unsigned char)c) || strchr("_.([", c);
}

/* Return where the formula at "at" ends: at a comma outside parentheses, or at
 * a blank between two operands. */
static const char *formula_end(const char *at) {
  int depth = 0;
  for (const char *start = at; *at; at++) {
    depth += (*at == '(') - (*at == ')');
    if (*at == ',' && depth <= 0)
      return at;
    const char *next = at + strspn(at, " \t");
    const bool word = !strncmp(next, "mod ", 4) || !strncmp(next, "div ", 4) ||
                      (at - start >= 3 && (!strncmp(at - 3, "mod", 3) ||
                                           !strncmp(at - 3, "div", 3)));
    if (next > at && depth <= 0 && at > start && may_end(at[-1]) && *next &&
        may_begin(*next) && !word)
      return at;
  }
  return at;
}

/* Return whether some variable is itself called "name": then x0, x1, ... are
 * names of variables, and not numbers of them. */
static bool is_variable(const struct lcm_fit_session *f, const char *name) {
  for (size_t i = 0; i < f->plan.n_variables; i++)
    if (!strcmp(f->plan.variables[i], name))
      return true;
  return false;
}

/* Return the formula "text" with x0, x1, ... replaced by the variables, unless
 * these have such names. */
static const char *with_names(const struct lcm_fit_session *f,
                              const char *text) {
  bool own = false;
  for (size_t i = 0; i <= f->plan.n_variables; i++) {
    char name[32];
    snprintf(name, sizeof name, "x%zu", i);
    own = own || is_variable(f, name);
  }
  for (size_t i = 0; i < f->plan.n_variables && !own; i++) {
    char name[32];
    snprintf(name, sizeof name, "x%zu", i);
    text = lcm_form_rename(f->ctx, text, name, f->plan.variables[i]);
  }
  return text;
}

/* Return whether the formula "text" names a coefficient: k and digits. */
static bool has_coefficients(const char *text) {
  for (const char *at = text; *at; at++) {
    const bool begins =
        at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
    const size_t digits = *at == 'k' ? strspn(at + 1, "0123456789") : 0;
    if (begins && digits && !isalnum((unsigned char)at[digits + 1]) &&
        at[digits + 1] != '_')
      return true;
  }
  return false;
}

/* Append the term of "n" bytes at "term" with coefficient number "k". */
static void put_term(lcm_buf *buf, const char *term, size_t n, size_t k) {
  while (n && *term == ' ') {
    term++;
    n--;
  }
  while (n && term[n - 1] == ' ')
    n--;
  lcm_buf_printf(buf, "%sk%zu", k > 1 ? " + " : "", k);
  if (n != 1 || *term != '1')
    lcm_buf_printf(buf, "*%.*s", (int)n, term);
}

/* Return the formula "text" with a coefficient for each of its terms, where it
 * has none. */
static const char *with_coefficients(const struct lcm_fit_session *f,
                                     const char *text) {
  lcm_buf buf = {0};
  size_t k = 0;
  int depth = 0;
  const char *term = text;
  if (has_coefficients(text) || !strcmp(text, "0"))
    return text;
  for (const char *at = text;; at++) {
    depth += (*at == '(') - (*at == ')');
    const char *before = at;
    while (before > term && before[-1] == ' ')
      before--;
    const bool sign = (*at == '+' || *at == '-') && !depth && before > term &&
                      may_end(before[-1]) &&
                      !(at[-1] == 'e' && isdigit((unsigned char)at[1]));
    if (*at && !sign)
      continue;
    put_term(&buf, term, (size_t)(at - term), ++k);
    if (!*at)
      return lcm_ctx_text(f->ctx, &buf);
    term = at + 1;
  }
}

/* Add the formulae in "text" to "list". */
static void add_formulae(const struct lcm_fit_session *f, fit_names *list,
                         const char *text) {
  lcm_ctx *ctx = f->ctx;
  for (const char *at = text; *at;) {
    at += strspn(at, " ,\t\n");
    const char *end = formula_end(at);
    const char *one = lcm_intern_n(ctx, at, (size_t)(end - at));
    if (end > at)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), list,
                   with_coefficients(f, with_names(f, one)));
    at = end;
  }
}

/* Return whether the formula "text" can be read; a diagnostic where not. */
static bool is_formula(const struct lcm_fit_session *f, const char *text) {
  const lcm_expr *expr = NULL;
  const struct lcm_expr_source source = {
      .text = text,
      .len = strlen(text),
      .at = {lcm_intern(f->ctx, text), 1, 1, 0, 0}};
  return !lcm_expr_parse(&expr, f->ctx, &source);
}

/* Take the formulae that are given. */
static lcm_status take_formulae(struct lcm_fit_session *f) {
  fit_names list = {0};
  for (size_t i = 0; i < f->request->n_formulae; i++)
    add_formulae(f, &list, f->request->formulae[i]);
  for (size_t i = 0; i < list.n; i++)
    if (!is_formula(f, list.at[i]))
      return LCM_EUSAGE;
  f->plan.options.forms = list.at;
  f->plan.options.n_forms = list.n;
  return LCM_OK;
}

/* Read the typical forms that the request asks for. */
static lcm_status take_forms(struct lcm_fit_session *f) {
  lcm_ctx *ctx = f->ctx;
  const char *name = f->request->forms;
  char *text = NULL;
  size_t len = 0;
  f->plan.forms = lcm_forms_default(ctx);
  if (!name)
    return LCM_OK;
  const lcm_status status = lcm_file_read(&text, &len, ctx, name);
  return status ? status
                : lcm_forms_parse(&f->plan.forms, ctx, f->plan.forms, name,
                                  text, len);
}

/* Take the conditions on runs. */
static lcm_status take_conditions(struct lcm_fit_session *f) {
  const char *text = f->request->where;
  const char *bad = NULL;
  if (!text || !lcm_experiment_conditions(&f->plan.where, &f->plan.n_where,
                                          &bad, f->ctx, text))
    return LCM_OK;
  lcm_report(f->ctx, LCM_DIAG_USAGE, (lcm_loc){0}, "-x '%s': %s", text, bad);
  return LCM_EUSAGE;
}

/* Complain that no measurement has any "what" called "name". */
static lcm_status complain(const struct lcm_fit_session *f, const char *what,
                           const char *name, const fit_names *known) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < known->n; i++)
    lcm_buf_printf(&buf, "%s%s", i ? ", " : "; there are ", known->at[i]);
  lcm_report(f->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "no measurement has the %s '%s'%s", what, name,
             lcm_ctx_text(f->ctx, &buf));
  return LCM_EUSAGE;
}

/* Check that measurements have values of the variables that are named. */
static lcm_status check_variables(const struct lcm_fit_session *f) {
  fit_names known = {0};
  for (size_t i = 0; i < f->measured.n; i++) {
    const lcm_measurement *one = &f->measured.at[i];
    for (size_t k = 0; k < one->n_params; k++)
      add_name(f->ctx, &known, one->params[k].name);
    if (!isnan(one->processors))
      add_name(f->ctx, &known, "p");
  }
  for (size_t i = 0; i < f->plan.n_variables; i++) {
    size_t number = 0;
    const char *key = lcm_intern(f->ctx, f->plan.variables[i]);
    if (!lcm_map_get(&known.numbers, key, &number))
      return complain(f, "variable", f->plan.variables[i], &known);
  }
  return LCM_OK;
}

/* Check that measurements have the categories that are named. */
static lcm_status check_categories(const struct lcm_fit_session *f) {
  fit_names known = {0};
  for (size_t i = 0; i < f->measured.n; i++)
    for (size_t k = 0; k < f->measured.at[i].n_categories; k++)
      add_name(f->ctx, &known, f->measured.at[i].categories[k].name);
  for (size_t i = 0; i < f->plan.n_categories; i++) {
    bool found = false;
    for (size_t k = 0; k < f->measured.n && !found; k++)
      found = !isnan(
          lcm_measured_category(&f->measured.at[k], f->plan.categories[i]));
    if (!found)
      return complain(f, "category", f->plan.categories[i], &known);
  }
  return LCM_OK;
}

/* Take the categories and variables that are named. */
static lcm_status take_names(struct lcm_fit_session *f) {
  const struct lcm_fit_request *request = f->request;
  if (request->categories) {
    const fit_names names = words_of(f->ctx, request->categories);
    f->plan.categories = names.at;
    f->plan.n_categories = names.n;
  }
  if (request->variables) {
    const fit_names names = words_of(f->ctx, request->variables);
    f->plan.variables = names.at;
    f->plan.n_variables = names.n;
  }
  f->plan.fragment = request->fragment;
  const lcm_status status = check_variables(f);
  return status ? status : check_categories(f);
}

lcm_status lcm_fit_plan(struct lcm_fit_session *f) {
  const struct lcm_fit_request *request = f->request;
  f->plan.options =
      (struct lcm_fit_options){.keep_terms = request->keep_terms,
                               .search = request->search,
                               .robust = request->robust,
                               .all = request->classic || request->all,
                               .level = request->level,
                               .relative = request->relative};
  f->plan.jobs = request->jobs;
  lcm_status status = take_conditions(f);
  if (!status)
    status = take_names(f);
  if (!status)
    status = take_forms(f);
  return status ? status : take_formulae(f);
}
