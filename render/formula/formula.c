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

/* Names in alphabetical order. */
struct ordered_names {
  const char **at;
  size_t n;
  size_t cap;
};

/* Append the function "name" of "names" that gives "e", in C or Python. */
static void add_function(lcm_buf *buf, lcm_notation notation, const char *name,
                         const struct ordered_names *names, const lcm_expr *e) {
  const bool c = notation == LCM_C;
  char *text = lcm_expr_to_str(e, notation);
  lcm_buf_printf(buf, "%s%s(", c ? "\ndouble lcm_" : "\n\ndef lcm_", name);
  for (size_t i = 0; i < names->n; i++) {
    lcm_buf_puts(buf, i ? ", " : "");
    lcm_buf_puts(buf, c ? "double " : "");
    for (const char *at = names->at[i]; *at; at++)
      lcm_buf_putc(buf, *at == '.' ? '_' : *at);
  }
  lcm_buf_puts(buf, c && !names->n ? "void" : "");
  lcm_buf_printf(buf, c ? ") {\n" : "):\n");
  for (size_t i = 0; c && i < names->n; i++)
    if (!lcm_expr_has(e, names->at[i]))
      lcm_buf_printf(buf, "  (void)%s;\n", names->at[i]);
  lcm_buf_printf(buf, c ? "  return %s;\n}\n" : "    return %s\n",
                 text ? text : "");
  free(text);
}

/* Add the names that "e" mentions to "all". */
static void add_names(struct ordered_names *all, lcm_ctx *ctx,
                      const lcm_expr *e) {
  const char *const *own = NULL;
  const size_t n = lcm_expr_names(&own, ctx, e);
  for (size_t i = 0; i < n; i++) {
    size_t at = 0;
    while (at < all->n && strcmp(all->at[at], own[i]) < 0)
      at++;
    if (at < all->n && all->at[at] == own[i])
      continue;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), all, own[i]);
    memmove(all->at + at + 1, all->at + at,
            (all->n - 1 - at) * sizeof *all->at);
    all->at[at] = own[i];
  }
}

/* Return the name of the function for the total overhead of "prediction": one
 * that none of its categories has. */
static const char *overhead_name(lcm_ctx *ctx,
                                 const lcm_prediction *prediction) {
  const char *name = "total_overhead";
  for (size_t c = 0; c < prediction->n_cats; c++)
    if (!strcmp(prediction->cat_names[c], name)) {
      name = lcm_arena_printf(lcm_ctx_arena(ctx), "%s_", name);
      c = (size_t)-1;
    }
  return name;
}

/* Return the functions for the time, the categories and the total overhead of
 * "prediction" in C or Python, with what they need. */
static char *formula_functions(lcm_ctx *ctx, const lcm_prediction *prediction,
                               lcm_notation notation) {
  lcm_buf buf = {0};
  struct ordered_names names = {0};
  add_names(&names, ctx, prediction->formula);
  for (size_t c = 0; prediction->cat_formulas && c < prediction->n_cats; c++)
    add_names(&names, ctx, prediction->cat_formulas[c]);
  lcm_buf_puts(&buf, lcm_expr_prelude(notation));
  lcm_buf_printf(&buf, "%s",
                 notation == LCM_C ? "\n/* Seconds of elapsed time, then "
                                     "processor-seconds by category. */"
                                   : "\n# Seconds of elapsed time, then "
                                     "processor-seconds by category.");
  add_function(&buf, notation, "time", &names, prediction->formula);
  for (size_t c = 0; prediction->cat_formulas && c < prediction->n_cats; c++)
    if (!lcm_expr_is_int(prediction->cat_formulas[c], 0))
      add_function(&buf, notation, prediction->cat_names[c], &names,
                   prediction->cat_formulas[c]);
  if (prediction->overhead_formula) {
    add_names(&names, ctx, prediction->overhead_formula);
    add_function(&buf, notation, overhead_name(ctx, prediction), &names,
                 prediction->overhead_formula);
  }
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

/* Return whether "e" for readers is longer than "most" characters. */
static bool is_longer(const lcm_expr *e, size_t most) {
  char *text = lcm_expr_to_str(e, LCM_READER);
  const bool longer = text && strlen(text) > most;
  free(text);
  return longer;
}

/* Return whether "e" for readers is longer than a glance. */
static bool is_long(const lcm_expr *e) { return is_longer(e, GLANCE); }

/* Append the total overhead of "prediction" by its time T and "alone", that on
 * one processor. */
static void add_difference(lcm_buf *buf, const lcm_prediction *prediction,
                           const lcm_expr *alone) {
  if (!lcm_expr_has(prediction->formula, "p")) {
    lcm_buf_puts(buf, "T_O = (p - 1)*T\n");
    return;
  }
  lcm_buf_puts(buf, "T_O = p*T - T_s\nT_s = ");
  add_line(buf, LCM_READER, NULL, alone);
}

/* Append the total overhead of "prediction", whose formula is not long, as "T_O
 * = ..." in "notation"; for readers by T where it is much longer than that. */
static void add_overhead(lcm_buf *buf, lcm_notation notation,
                         const lcm_prediction *prediction) {
  const lcm_expr *overhead = prediction->overhead_formula;
  if (!overhead)
    return;
  if (notation == LCM_READER && is_longer(overhead, 2 * GLANCE)) {
    add_difference(buf, prediction, prediction->alone_formula);
    return;
  }
  lcm_buf_puts(buf, "T_O = ");
  add_line(buf, notation, NULL, overhead);
}

/* Append the long formula of "prediction" for readers, with names for the parts
 * that occur more than once, and its total overhead; where the time on one
 * processor is long too, it has these names as well. */
static void add_long(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_prediction *prediction) {
  const struct lcm_shared *parts = NULL;
  const lcm_expr *all[] = {prediction->formula, prediction->alone_formula};
  const bool both = prediction->overhead_formula && is_long(all[1]) &&
                    lcm_expr_has(all[0], "p");
  const size_t n = lcm_expr_share_all(&parts, ctx, all, both ? 2 : 1);
  add_line(buf, LCM_READER, NULL, all[0]);
  if (prediction->overhead_formula)
    add_difference(buf, prediction, all[1]);
  if (n)
    lcm_buf_puts(buf, "where\n");
  for (size_t i = 0; i < n; i++)
    add_line(buf, LCM_READER, parts[i].name, parts[i].is);
}

/* Return the formula of "prediction" in "notation", text or LaTeX, with that of
 * its total overhead.  Text says what it takes to evaluate, of programs only
 * where that grows. */
static char *formula_line(lcm_ctx *ctx, const lcm_prediction *prediction,
                          lcm_notation notation) {
  lcm_buf buf = {0};
  if (notation == LCM_READER && is_long(prediction->formula))
    add_long(&buf, ctx, prediction);
  else {
    add_line(&buf, notation, NULL, prediction->formula);
    add_overhead(&buf, notation, prediction);
  }
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
