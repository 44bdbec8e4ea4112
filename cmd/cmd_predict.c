#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "cmd/chart.h"
#include "cmd/cmd_predict.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/edit.h"
#include "cmd/method.h"
#include "cmd/options.h"
#include "cmd/timeline.h"
#include "composer/predict/predict.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"
#include "model/expr/prelude.h"
#include "model/expr/print.h"
#include "model/expr/share.h"
#include "render/table/style.h"
#include "render/text/nodes.h"
#include "render/text/prediction.h"
#include "render/text/recurrence.h"

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
static size_t formula_names(const char *const **names, struct command *command,
                            const lcm_prediction *prediction) {
  LCM_LIST(const char *) all = {0};
  for (size_t c = 0; c <= prediction->n_cats; c++) {
    const lcm_expr *e = c == prediction->n_cats    ? prediction->formula
                        : prediction->cat_formulas ? prediction->cat_formulas[c]
                                                   : prediction->formula;
    const char *const *own = NULL;
    const size_t n = lcm_expr_names(&own, command->ctx, e);
    for (size_t i = 0; i < n; i++) {
      size_t at = 0;
      while (at < all.n && strcmp(all.at[at], own[i]) < 0)
        at++;
      if (at < all.n && all.at[at] == own[i])
        continue;
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &all, own[i]);
      memmove(all.at + at + 1, all.at + at, (all.n - 1 - at) * sizeof *all.at);
      all.at[at] = own[i];
    }
  }
  *names = all.at;
  return all.n;
}

/* Return the functions for the time and the categories of "prediction" in C or
 * Python, with what they need. */
static char *formula_functions(struct command *command,
                               const lcm_prediction *prediction,
                               lcm_notation notation) {
  lcm_buf buf = {0};
  const char *const *names = NULL;
  const size_t n = formula_names(&names, command, prediction);
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
 * names for the parts that occur more than once, or LaTeX. */
static char *formula_line(struct command *command,
                          const lcm_prediction *prediction,
                          lcm_notation notation) {
  lcm_buf buf = {0};
  const struct lcm_shared *parts = NULL;
  const lcm_expr *e = prediction->formula;
  size_t n = 0;
  if (notation == LCM_READER && is_long(e))
    e = lcm_expr_share(&parts, &n, command->ctx, e);
  add_line(&buf, notation, NULL, e);
  if (n)
    lcm_buf_puts(&buf, "where\n");
  for (size_t i = 0; i < n; i++)
    add_line(&buf, notation, parts[i].name, parts[i].is);
  return lcm_buf_take(&buf);
}

/* Say where the formula of "prediction" holds. */
static void say_where(struct command *command,
                      const lcm_prediction *prediction) {
  for (size_t i = 0; i < prediction->n_conditions; i++) {
    char *text = lcm_expr_to_str(prediction->conditions[i], LCM_READER);
    lcm_report(command->ctx, LCM_DIAG_HOLDS, (lcm_loc){0},
               "the formula holds where %s", text ? text : "?");
    free(text);
  }
}

/* Return what stands in the place of the formula that "prediction" has not: why
 * not; of a model its numbers, and why not is a warning. */
static char *without_formula(struct command *command,
                             const lcm_prediction *prediction) {
  const struct lcm_style style = command_style(command);
  lcm_buf buf = {0};
  if (prediction->is_model && prediction->no_formula) {
    lcm_report(command->ctx, LCM_DIAG_NO_BOUND, prediction->no_formula_at,
               "no closed form: %s", prediction->no_formula);
    return lcm_render_prediction(command->ctx, prediction, command->format,
                                 &style);
  }
  say_why(&buf, prediction);
  return lcm_buf_take(&buf);
}

/* Return "text", which is consumed, followed by the recurrences of
 * "prediction". */
static char *with_recurrences(struct command *command,
                              const lcm_prediction *prediction,
                              LCM_TAKE char *text) {
  lcm_buf buf = {0};
  if (!prediction->n_recurrences)
    return text;
  char *recurrences = lcm_render_recurrences(command->ctx, prediction);
  lcm_buf_puts(&buf, text ? text : "");
  lcm_buf_printf(&buf, "\n%s", recurrences ? recurrences : "");
  free(text);
  free(recurrences);
  return lcm_buf_take(&buf);
}

/* Return the formula of "prediction" in the notation that was asked for. */
static char *formula_text(struct command *command,
                          const lcm_prediction *prediction) {
  static const struct {
    const char *name;
    lcm_notation notation;
  } NOTATIONS[] = {{"text", LCM_READER},
                   {"latex", LCM_LATEX},
                   {"c", LCM_C},
                   {"python", LCM_PYTHON}};
  const char *name = command->values[OPT_FORMULA];
  for (size_t i = 0; i < sizeof NOTATIONS / sizeof *NOTATIONS; i++) {
    const lcm_notation notation = NOTATIONS[i].notation;
    if (strcmp(NOTATIONS[i].name, name) != 0)
      continue;
    if (!prediction->formula)
      return with_recurrences(command, prediction,
                              without_formula(command, prediction));
    say_where(command, prediction);
    return i < 2 ? with_recurrences(command, prediction,
                                    formula_line(command, prediction, notation))
                 : formula_functions(command, prediction, notation);
  }
  command_complain("there is no notation '%s'; there are text, latex, c and "
                   "python",
                   name);
  return NULL;
}

/* Return the text of "prediction" with its nodes. */
static char *with_nodes(struct command *command,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style) {
  lcm_buf buf = {0};
  char *table =
      lcm_render_prediction(command->ctx, prediction, LCM_FORMAT_TEXT, style);
  lcm_buf_puts(&buf, table ? table : "");
  free(table);
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    char *nodes = lcm_render_nodes(command->ctx, prediction, i, style);
    lcm_buf_printf(&buf, "\n%s", nodes ? nodes : "");
    free(nodes);
  }
  return lcm_buf_take(&buf);
}

/* Return whether a picture or timeline went to standard output, which nothing
 * else is to follow. */
static bool is_enough(const struct command *command) {
  static const enum option OPTIONS[] = {OPT_TIMELINE, OPT_CHART};
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
    if (command->values[OPTIONS[i]] &&
        !strcmp(command->values[OPTIONS[i]], "-"))
      return true;
  return false;
}

int run_predict(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options;
  const struct lcm_style style = command_style(command);
  lcm_status status = command_predict_options(&options, command);
  options.recurrences = command->format == LCM_FORMAT_JSON;
  status = status ? status : command_methods(&options, command);
  status =
      status ? status : command_load(&program, command, 0, command->inputs.n);
  status = status ? status : command_edit(&program, command);
  status = status ? status : command_grid(&grid, command, !program->is_model);
  if (!status) {
    options.methods |= command_trace_methods(command, program);
    command_check_grid(command, grid, &program, 1, options.machine);
  }
  status =
      status ? status
             : lcm_predict(&prediction, command->ctx, program, grid, &options);
  status = status ? status : command_trace(command, program, grid, &options);
  status = status ? status
                  : command_timeline(command, program, prediction, &options);
  status = status ? status : command_chart(command, prediction);
  if (status || is_enough(command))
    return command_finish(command, status);
  char *text = NULL;
  if (command->given[OPT_EQUATIONS])
    text = command_equations(command, program, prediction);
  else if (command->given[OPT_FORMULA]) {
    text = formula_text(command, prediction);
    if (!text)
      return EXIT_USAGE;
  } else if (command->format == LCM_FORMAT_JSON)
    text = lcm_prediction_to_json(command->ctx, prediction);
  else if (command->given[OPT_NODES] && command->format == LCM_FORMAT_TEXT)
    text = with_nodes(command, prediction, &style);
  else
    text = lcm_render_prediction(command->ctx, prediction, command->format,
                                 &style);
  return command_finish(command, command_write(command, text));
}
