/* The closed form of a prediction: for readers, in LaTeX, as functions in C or
 * Python. */
#include <stdlib.h>
#include <string.h>

#include "render/formula/formula.h"
#include "render/text/text.h"

/* Characters of a formula that is read at once. */
enum { GLANCE = 160 };

/* Append why "prediction" has no formula, and where. */
static void say_why(lcm_buf *buf, const lcm_prediction *prediction) {
  const lcm_loc at = prediction->no_formula_at;
  lcm_buf_puts(buf, "no closed form");
  if (prediction->no_formula)
    lcm_buf_printf(buf, ": %s", prediction->no_formula);
  if (at.file)
    lcm_buf_printf(buf, " (%s:%u)", at.file, at.line);
  lcm_buf_putc(buf, '\n');
}

/* Append the function "name" of the "n" names at "names" that gives "e", in C
 * or Python. */
static void add_function(lcm_buf *buf, lcm_notation notation, const char *name,
                         const char *const *names, size_t n,
                         const lcm_expr *e) {
  const bool c = notation == LCM_C;
  char *text = lcm_expr_to_str(e, notation);
  lcm_buf_printf(buf, "%s%s(", c ? "\ndouble lcm_" : "\n\ndef lcm_", name);
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(buf, i ? ", " : "");
    lcm_buf_puts(buf, c ? "double " : "");
    for (const char *at = names[i]; *at; at++)
      lcm_buf_putc(buf, *at == '.' ? '_' : *at);
  }
  lcm_buf_puts(buf, c && !n ? "void" : "");
  lcm_buf_printf(buf, c ? ") {\n" : "):\n");
  for (size_t i = 0; c && i < n; i++)
    if (!lcm_expr_has(e, names[i]))
      lcm_buf_printf(buf, "  (void)%s;\n", names[i]);
  lcm_buf_printf(buf, c ? "  return %s;\n}\n" : "    return %s\n",
                 text ? text : "");
  free(text);
}

/* Put the names that the formulas of "prediction" mention into "*names", in
 * alphabetical order; return how many. */
static size_t formula_names(const char *const **names, lcm_ctx *ctx,
                            const lcm_prediction *prediction) {
  LCM_LIST(const char *) all = {0};
  for (size_t c = 0; c <= prediction->n_cats; c++) {
    const lcm_expr *e = c == prediction->n_cats    ? prediction->formula
                        : prediction->cat_formulas ? prediction->cat_formulas[c]
                                                   : prediction->formula;
    const char *const *own = NULL;
    const size_t n = lcm_expr_names(&own, ctx, e);
    for (size_t i = 0; i < n; i++) {
      size_t at = 0;
      while (at < all.n && strcmp(all.at[at], own[i]) < 0)
        at++;
      if (at < all.n && all.at[at] == own[i])
        continue;
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, own[i]);
      memmove(all.at + at + 1, all.at + at, (all.n - 1 - at) * sizeof *all.at);
      all.at[at] = own[i];
    }
  }
  *names = all.at;
  return all.n;
}

/* Return the functions for the time and the categories of "prediction" in C or
 * Python, with what they need. */
static char *formula_functions(lcm_ctx *ctx, const lcm_prediction *prediction,
                               lcm_notation notation) {
  lcm_buf buf = {0};
  const char *const *names = NULL;
  const size_t n = formula_names(&names, ctx, prediction);
  lcm_buf_puts(&buf, lcm_expr_prelude(notation));
  lcm_buf_printf(&buf, "%s",
                 notation == LCM_C ? "\n/* Seconds of elapsed time, then "
                                     "processor-seconds by category. */"
                                   : "\n# Seconds of elapsed time, then "
                                     "processor-seconds by category.");
  add_function(&buf, notation, "time", names, n, prediction->formula);
  for (size_t c = 0; prediction->cat_formulas && c < prediction->n_cats; c++)
    if (!lcm_expr_is_int(prediction->cat_formulas[c], 0))
      add_function(&buf, notation, prediction->cat_names[c], names, n,
                   prediction->cat_formulas[c]);
  return lcm_buf_take(&buf);
}

/* Append "name = " (or nothing for NULL) and "e" in "notation". */
static void add_line(lcm_buf *buf, lcm_notation notation, const char *name,
                     const lcm_expr *e) {
  char *text = lcm_expr_to_str(e, notation);
  if (name)
    lcm_buf_printf(buf, "  %s = ", name);
  lcm_buf_printf(buf, "%s\n", text ? text : "");
  free(text);
}

/* Return whether "e" for readers is longer than a glance. */
static bool is_long(const lcm_expr *e) {
  char *text = lcm_expr_to_str(e, LCM_READER);
  const bool longer = text && strlen(text) > GLANCE;
  free(text);
  return longer;
}

/* Return the formula of "prediction" in "notation": text, where it is long with
 * names for the parts that occur more than once, or LaTeX.  Text says what it
 * takes to evaluate, of programs only where that grows. */
static char *formula_line(lcm_ctx *ctx, const lcm_prediction *prediction,
                          lcm_notation notation) {
  lcm_buf buf = {0};
  const struct lcm_shared *parts = NULL;
  const lcm_expr *e = prediction->formula;
  size_t n = 0;
  if (notation == LCM_READER && is_long(e))
    e = lcm_expr_share(&parts, &n, ctx, e);
  add_line(&buf, notation, NULL, e);
  if (n)
    lcm_buf_puts(&buf, "where\n");
  for (size_t i = 0; i < n; i++)
    add_line(&buf, notation, parts[i].name, parts[i].is);
  if (notation == LCM_READER && prediction->skewed_formula) {
    lcm_buf_puts(&buf, "skewed = ");
    add_line(&buf, notation, NULL, prediction->skewed_formula);
  }
  if (notation == LCM_READER && prediction->formula_cost &&
      (prediction->is_model || strcmp(prediction->formula_cost, "O(1)") != 0))
    lcm_buf_printf(&buf, "takes %s to evaluate\n", prediction->formula_cost);
  return lcm_buf_take(&buf);
}

/* Say where the formula of "prediction" holds. */
static void say_where(lcm_ctx *ctx, const lcm_prediction *prediction) {
  for (size_t i = 0; i < prediction->n_conditions; i++) {
    char *text = lcm_expr_to_str(prediction->conditions[i], LCM_READER);
    lcm_report(ctx, LCM_DIAG_HOLDS, (lcm_loc){0}, "the formula holds where %s",
               text ? text : "?");
    free(text);
  }
}

/* Return "text", which is consumed, followed by the recurrences of
 * "prediction". */
static char *with_recurrences(lcm_ctx *ctx, const lcm_prediction *prediction,
                              LCM_TAKE char *text) {
  lcm_buf buf = {0};
  if (!prediction->n_recurrences)
    return text;
  char *recurrences = lcm_render_recurrences(ctx, prediction);
  lcm_buf_puts(&buf, text ? text : "");
  lcm_buf_printf(&buf, "\n%s", recurrences ? recurrences : "");
  free(text);
  free(recurrences);
  return lcm_buf_take(&buf);
}

char *lcm_render_formula(lcm_ctx *ctx, const lcm_prediction *prediction,
                         lcm_notation notation) {
  const bool code = notation == LCM_C || notation == LCM_PYTHON;
  lcm_buf buf = {0};
  if (!prediction->formula) {
    say_why(&buf, prediction);
    return with_recurrences(ctx, prediction, lcm_buf_take(&buf));
  }
  say_where(ctx, prediction);
  return code ? formula_functions(ctx, prediction, notation)
              : with_recurrences(ctx, prediction,
                                 formula_line(ctx, prediction, notation));
}
