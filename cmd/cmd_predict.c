#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cmd/command.h"

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
  for (size_t i = 0; i < sizeof NOTATIONS / sizeof *NOTATIONS; i++)
    if (!strcmp(NOTATIONS[i].name, name)) {
      lcm_buf buf = {0};
      char *text = prediction->formula ? lcm_expr_to_str(prediction->formula,
                                                         NOTATIONS[i].notation)
                                       : NULL;
      if (text)
        lcm_buf_printf(&buf, "%s\n", text);
      else
        say_why(&buf, prediction);
      free(text);
      return lcm_buf_take(&buf);
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

int run_predict(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options;
  const struct lcm_style style = command_style(command);
  const char *method = command->values[OPT_METHOD];
  if (method && strcmp(method, "compose") != 0) {
    command_complain("method '%s' is not available; there is compose", method);
    return EXIT_USAGE;
  }
  lcm_status status = command_predict_options(&options, command);
  status = status ? status : command_grid(&grid, command, true);
  status =
      status ? status : command_load(&program, command, 0, command->inputs.n);
  status =
      status ? status
             : lcm_predict(&prediction, command->ctx, program, grid, &options);
  if (status)
    return command_finish(command, status);
  char *text = NULL;
  if (command->given[OPT_FORMULA]) {
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
