#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/cmd_fit_plan.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "fit/experiment/where.h"
#include "model/expr/parse.h"

/* Add "name" to "list" unless it is there. */
static void add_name(lcm_ctx *ctx, fit_names *list, const char *name) {
  for (size_t i = 0; i < list->n; i++)
    if (!strcmp(list->at[i], name))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), list, name);
}

fit_names fit_words(lcm_ctx *ctx, const char *text) {
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

/* Return the formula "text" with x0, x1, ... replaced by the variables. */
static const char *with_names(const struct fitting *f, const char *text) {
  for (size_t i = 0; i < f->plan.n_variables; i++) {
    char name[32];
    snprintf(name, sizeof name, "x%zu", i);
    text = lcm_form_rename(f->command->ctx, text, name, f->plan.variables[i]);
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
static const char *with_coefficients(const struct fitting *f,
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
      return lcm_ctx_text(f->command->ctx, &buf);
    term = at + 1;
  }
}

/* Add the formulae in "text" to "list". */
static void add_formulae(const struct fitting *f, fit_names *list,
                         const char *text) {
  lcm_ctx *ctx = f->command->ctx;
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
static bool is_formula(const struct fitting *f, const char *text) {
  const lcm_expr *expr = NULL;
  const struct lcm_expr_source source = {
      .text = text,
      .len = strlen(text),
      .at = {lcm_intern(f->command->ctx, text), 1, 1, 0, 0}};
  return !lcm_expr_parse(&expr, f->command->ctx, &source);
}

/* Take the formulae of the command line. */
static lcm_status take_formulae(struct fitting *f) {
  struct command *command = f->command;
  fit_names list = {0};
  if (!command->given[OPT_FILE])
    return LCM_OK;
  for (size_t i = 0; i < command->inputs.n; i++)
    add_formulae(f, &list, command->inputs.at[i]);
  for (size_t i = 0; i < list.n; i++)
    if (!is_formula(f, list.at[i]))
      return LCM_EUSAGE;
  f->plan.options.forms = list.at;
  f->plan.options.n_forms = list.n;
  return LCM_OK;
}

/* Read the typical forms that the command line asks for. */
static lcm_status take_forms(struct fitting *f) {
  lcm_ctx *ctx = f->command->ctx;
  const char *name = f->command->values[OPT_FORMS];
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

/* Take the level of the intervals. */
static lcm_status take_level(struct fitting *f) {
  const char *text = f->command->values[OPT_INTERVAL];
  const char *end = NULL;
  const double level = text ? lcm_strtod(text, &end) : 0.9;
  f->plan.options.level = level;
  if (!text || (!*end && end > text && level > 0 && level < 1))
    return LCM_OK;
  command_complain("--level is a share between 0 and 1 such as 0.95, not '%s'",
                   text);
  return LCM_EUSAGE;
}

/* Take how many threads fit. */
static lcm_status take_jobs(struct fitting *f) {
  return command_number(&f->plan.jobs, f->command, OPT_FIT_JOBS,
                        "--jobs is a number of threads", 4096)
             ? LCM_OK
             : LCM_EUSAGE;
}

/* Take whether the noise grows with the value. */
static lcm_status take_noise(struct fitting *f) {
  static const char *const KINDS[] = {"auto", "absolute", "relative"};
  const char *text = f->command->values[OPT_NOISE];
  for (int i = 0; i < 3; i++)
    if (!text || !strcmp(text, KINDS[i])) {
      f->plan.options.relative = i - 1;
      return LCM_OK;
    }
  command_complain("--noise is auto, absolute or relative, not '%s'", text);
  return LCM_EUSAGE;
}

/* Take the conditions on runs. */
static lcm_status take_conditions(struct fitting *f) {
  const char *text = f->command->values[OPT_EXTRACT];
  const char *bad = NULL;
  if (!text || !lcm_experiment_conditions(&f->plan.where, &f->plan.n_where,
                                          &bad, f->command->ctx, text))
    return LCM_OK;
  command_complain("-x '%s': %s", text, bad);
  return LCM_EUSAGE;
}

/* Complain that no measurement has any "what" called "name". */
static lcm_status complain(const struct fitting *f, const char *what,
                           const char *name, const fit_names *known) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < known->n; i++)
    lcm_buf_printf(&buf, "%s%s", i ? ", " : "; there are ", known->at[i]);
  command_complain("no measurement has the %s '%s'%s", what, name,
                   lcm_ctx_text(f->command->ctx, &buf));
  return LCM_EUSAGE;
}

/* Check that measurements have values of the variables that are named. */
static lcm_status check_variables(const struct fitting *f) {
  fit_names known = {0};
  for (size_t i = 0; i < f->measured.n; i++) {
    const lcm_measurement *one = &f->measured.at[i];
    for (size_t k = 0; k < one->n_params; k++)
      add_name(f->command->ctx, &known, one->params[k].name);
    if (!isnan(one->processors))
      add_name(f->command->ctx, &known, "p");
  }
  for (size_t i = 0; i < f->plan.n_variables; i++) {
    bool found = false;
    for (size_t k = 0; k < known.n; k++)
      found = found || !strcmp(known.at[k], f->plan.variables[i]);
    if (!found)
      return complain(f, "variable", f->plan.variables[i], &known);
  }
  return LCM_OK;
}

/* Check that measurements have the categories that are named. */
static lcm_status check_categories(const struct fitting *f) {
  fit_names known = {0};
  for (size_t i = 0; i < f->measured.n; i++)
    for (size_t k = 0; k < f->measured.at[i].n_categories; k++)
      add_name(f->command->ctx, &known, f->measured.at[i].categories[k].name);
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
static lcm_status take_names(struct fitting *f) {
  struct command *command = f->command;
  const char *categories = command->values[OPT_CATEGORY];
  const char *variables = command->values[OPT_VARIABLE];
  if (categories) {
    const fit_names names = fit_words(command->ctx, categories);
    f->plan.categories = names.at;
    f->plan.n_categories = names.n;
  }
  if (variables) {
    const fit_names names = fit_words(command->ctx, variables);
    f->plan.variables = names.at;
    f->plan.n_variables = names.n;
  }
  f->plan.fragment = command->values[OPT_FRAGMENT];
  const lcm_status status = check_variables(f);
  return status ? status : check_categories(f);
}

lcm_status fit_plan(struct fitting *f) {
  struct command *command = f->command;
  f->classic = command->given[OPT_CATEGORY];
  f->plan.options = (struct lcm_fit_options){
      .keep_terms = command->given[OPT_KEEP_TERMS],
      .search = !command->given[OPT_TYPICAL],
      .robust = !command->given[OPT_NO_ROBUST],
      .all = f->classic || command->given[OPT_ALL_FORMS]};
  lcm_status status = take_level(f);
  if (!status)
    status = take_jobs(f);
  if (!status)
    status = take_noise(f);
  if (!status)
    status = take_conditions(f);
  if (!status)
    status = take_names(f);
  if (!status)
    status = take_forms(f);
  return status ? status : take_formulae(f);
}
