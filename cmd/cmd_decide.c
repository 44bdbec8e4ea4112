#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd_decide.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "composer/bound/decide.h"
#include "model/expr/build.h"
#include "model/results/comparison.h"
#include "render/text/comparison.h"
#include "study/compare/compare.h"

/* The decisions of a model that are to be made: those that -D gives no value.
 * params  their places among the params of the program */
struct deciding {
  struct command *command;
  const lcm_program *program;
  const lcm_grid *grid;
  size_t params[LCM_MAX_DECISIONS];
  const char *names[LCM_MAX_DECISIONS];
  size_t n;
};

/* Find the decisions of "d"; false, and a message, where there are none or too
 * many. */
static bool find_decisions(struct deciding *d) {
  const lcm_program *program = d->program;
  size_t n = 0;
  for (size_t i = 0; i < program->n_params; i++) {
    bool given = !lcm_param_is_decision(&program->params[i]);
    for (size_t j = 0; j < d->grid->n_names; j++)
      given = given || d->grid->names[j] == program->params[i].name;
    if (given)
      continue;
    if (n < LCM_MAX_DECISIONS) {
      d->params[n] = i;
      d->names[n] = program->params[i].name;
    }
    n++;
  }
  d->n = n;
  if (n > LCM_MAX_DECISIONS)
    command_complain("%zu decisions are too many; give all but %d of them by "
                     "-D",
                     n, LCM_MAX_DECISIONS);
  else if (!n)
    command_complain("there is nothing to decide: the model declares no "
                     "'decision' that -D leaves open");
  return n && n <= LCM_MAX_DECISIONS;
}

/* Return the program of "d" with choice "c" made. */
static const lcm_program *choose(const struct deciding *d, size_t c) {
  lcm_ctx *ctx = d->command->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *chosen = LCM_NEW(arena, lcm_program);
  lcm_param *params = LCM_NEW_ARRAY(arena, lcm_param, d->program->n_params);
  *chosen = *d->program;
  memcpy(params, d->program->params, chosen->n_params * sizeof *params);
  for (size_t i = 0; i < d->n; i++)
    params[d->params[i]].value = lcm_expr_int(ctx, (long long)(c >> i & 1));
  chosen->params = params;
  return chosen;
}

/* Return choice "c" as text: "vectorise = 1, remap = 0". */
static const char *choice_name(const struct deciding *d, size_t c) {
  const char *name = "";
  for (size_t i = 0; i < d->n; i++)
    name = lcm_arena_printf(lcm_ctx_arena(d->command->ctx), "%s%s%s = %zu",
                            name, i ? ", " : "", d->names[i], c >> i & 1);
  return name;
}

/* Return whether "comparison" has the crossover that "threshold" is about. */
static bool is_crossed(const lcm_comparison *comparison,
                       const struct lcm_threshold *threshold) {
  for (size_t i = 0; i < comparison->n_crossovers; i++) {
    const lcm_crossover *found = &comparison->crossovers[i];
    if (threshold->above && !strcmp(found->variable, threshold->name) &&
        found->from == threshold->worse && found->to == threshold->better)
      return true;
  }
  return false;
}

/* Append the crossovers of "comparison" as they are for all values of the
 * params, where "known" has them. */
static void put_thresholds(lcm_buf *buf, const lcm_comparison *comparison,
                           const lcm_decisions *known) {
  for (size_t i = 0; i < known->n_thresholds; i++) {
    if (!is_crossed(comparison, &known->thresholds[i]))
      continue;
    char *line = lcm_threshold_to_str(known, i);
    lcm_buf_printf(buf, "%s\n", line);
    free(line);
  }
}

/* Return the table of all choices of "d", or its JSON. */
static lcm_status decide(char **text, const struct deciding *d) {
  lcm_ctx *ctx = d->command->ctx;
  const size_t n = (size_t)1 << d->n;
  struct lcm_variant *variants =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_variant, n);
  const struct lcm_predict_options options = {.skewed = true};
  const struct lcm_style style = command_style(d->command);
  const lcm_comparison *comparison = NULL;
  const lcm_decisions *known = NULL;
  for (size_t c = 0; c < n; c++)
    variants[c] = (struct lcm_variant){choice_name(d, c), choose(d, c)};
  const lcm_status status =
      lcm_compare(&comparison, ctx, variants, n, d->grid, &options);
  if (status)
    return status;
  if (d->command->format == LCM_FORMAT_JSON) {
    *text = lcm_comparison_to_json(ctx, comparison);
    return LCM_OK;
  }
  lcm_buf buf = {0};
  char *table =
      lcm_render_comparison(ctx, comparison, d->command->format, &style);
  lcm_buf_puts(&buf, table ? table : "");
  free(table);
  const bool muted = lcm_ctx_mute(ctx, true);
  if (d->command->format == LCM_FORMAT_TEXT &&
      !lcm_decide(&known, ctx, d->program, d->names, d->n))
    put_thresholds(&buf, comparison, known);
  (void)lcm_ctx_mute(ctx, muted);
  *text = lcm_buf_take(&buf);
  return LCM_OK;
}

/* Return what is known of the choices of "d" in closed form: a C function, or
 * text. */
static lcm_status decide_in_general(char **text, const struct deciding *d,
                                    bool c) {
  const lcm_decisions *known = NULL;
  const lcm_status status =
      lcm_decide(&known, d->command->ctx, d->program, d->names, d->n);
  if (!status)
    *text = c ? lcm_decisions_to_c(known) : lcm_decisions_to_str(known);
  return status;
}

/* Return whether the values of --emit and --formula make sense, with a message
 * where they do not. */
static bool check_options(const struct command *command) {
  const char *emit = command->values[OPT_EMIT];
  const char *formula = command->values[OPT_FORMULA];
  if (emit && strcmp(emit, "c") != 0)
    command_complain("there is no language '%s'; there is c", emit);
  else if (formula && strcmp(formula, "text") != 0)
    command_complain("there is no notation '%s' for decisions; there is text",
                     formula);
  else
    return true;
  return false;
}

int run_decide(struct command *command) {
  struct deciding d = {.command = command};
  char *text = NULL;
  if (!check_options(command))
    return EXIT_USAGE;
  lcm_status status = command_load(&d.program, command, 0, command->inputs.n);
  status = status ? status : command_grid(&d.grid, command, false);
  if (status)
    return command_finish(command, status);
  if (!d.program->is_model) {
    command_complain("decide takes models (.pam); lcm compare sets variants of "
                     "programs side by side");
    return EXIT_USAGE;
  }
  command_check_grid(command, d.grid, &d.program, 1, NULL);
  if (!find_decisions(&d))
    return EXIT_USAGE;
  const bool general = command->given[OPT_EMIT] || command->given[OPT_FORMULA];
  status = general ? decide_in_general(&text, &d, command->given[OPT_EMIT])
                   : decide(&text, &d);
  status = status ? status : command_write(command, text);
  return command_finish(command, status);
}
