/* Options of methods: how to predict and simulate, schedules, equations. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/method.h"
#include "cmd/options.h"
#include "composer/predict/predict.h"
#include "render/text/text.h"
#include "study/timetable/timetable.h"

/* Put the methods listed in "text" into "*out"; false, and a message, where one
 * is none. */
static bool parse_methods(unsigned *out, const char *text) {
  static const struct {
    const char *name;
    unsigned method;
  } METHODS[] = {{"compose", LCM_METHOD_COMPOSE},
                 {"bound", LCM_METHOD_BOUND},
                 {"simulate", LCM_METHOD_SIMULATE}};
  while (*text) {
    const size_t n = strcspn(text, ",");
    size_t i = 0;
    while (i < 3 && (strlen(METHODS[i].name) != n ||
                     strncmp(METHODS[i].name, text, n) != 0))
      i++;
    if (i == 3) {
      command_complain("there is no method '%.*s'; there are compose, bound "
                       "and simulate",
                       (int)n, text);
      return false;
    }
    *out |= METHODS[i].method;
    text += n + (text[n] == ',');
  }
  return true;
}

/* Put the reductions listed in "text" into "*out"; false, and a message, where
 * one is none. */
static bool parse_reductions(unsigned *out, const char *text) {
  static const struct {
    const char *name;
    unsigned reduction;
  } ROWS[] = {
#define LCM_REDUCTION(name, bit, word, meaning) {word, bit},
#include "composer/bound/reductions.def"
#undef LCM_REDUCTION
  };
  const size_t rows = sizeof ROWS / sizeof *ROWS;
  while (*text) {
    const size_t n = strcspn(text, ",");
    size_t i = 0;
    while (i < rows &&
           (strlen(ROWS[i].name) != n || strncmp(ROWS[i].name, text, n) != 0))
      i++;
    if (i == rows) {
      command_complain("there is no reduction '%.*s'; beside the exact ones "
                       "there are balance and exchange",
                       (int)n, text);
      return false;
    }
    *out |= ROWS[i].reduction;
    text += n + (text[n] == ',');
  }
  return true;
}

/* Put the estimates listed in "text" into "*out"; false, and a message, where
 * one is none. */
static bool parse_contention(unsigned *out, const char *text) {
  static const char *const WORDS[] = {
#define LCM_CONTENTION(name, word, meaning) word,
#include "model/results/contention.def"
#undef LCM_CONTENTION
  };
  while (*text) {
    const size_t n = strcspn(text, ",");
    size_t i = 0;
    while (i < LCM_CONTENTION_COUNT &&
           (strlen(WORDS[i]) != n || strncmp(WORDS[i], text, n) != 0))
      i++;
    if (i == LCM_CONTENTION_COUNT) {
      command_complain("there is no estimate '%.*s'; there are ratio, random "
                       "and mva",
                       (int)n, text);
      return false;
    }
    *out |= 1u << i;
    text += n + (text[n] == ',');
  }
  return true;
}

/* Put the estimates that "command" asks for into "*out"; false, and a message,
 * where it makes no sense. */
static bool contention_options(struct lcm_predict_options *out,
                               const struct command *command) {
  const char *names = command->values[OPT_CONTENTION];
  if (!names)
    return true;
  if (out->reductions) {
    command_complain("--contention has numbers, --reduce a closed form without "
                     "them: give one of both");
    return false;
  }
  out->methods |= out->methods ? LCM_METHOD_BOUND : 0;
  return parse_contention(&out->contention, names);
}

/* Put the value of "option", a number from "low" to "high", into "*out" where
 * it is given; false, and a message, where it is no such number. */
static bool take_number(double *out, const struct command *command,
                        enum option option, double low, double high) {
  const char *text = command->values[option];
  const char *end = text;
  if (!text)
    return true;
  *out = lcm_strtod(text, &end);
  if (end != text && !*end && *out >= low && *out <= high)
    return true;
  command_complain("'%s' is no number from %g to %g", text, low, high);
  return false;
}

/* Put how to simulate into "*out". */
static bool simulate_options(struct lcm_simulate_options *out,
                             const struct command *command) {
  double seed = 0;
  double times = 0;
  out->overtake = command->given[OPT_OVERTAKE];
  out->random_ties = command->given[OPT_RANDOM_TIES];
  if (!take_number(&seed, command, OPT_SEED, 0, 9e15) ||
      !take_number(&times, command, OPT_REPLICATIONS, 1, 1e9) ||
      !take_number(&out->visits, command, OPT_VISITS, 1, 1e12) ||
      !take_number(&out->precision, command, OPT_PRECISION, 1e-6, 1))
    return false;
  out->seed = (uint64_t)seed;
  out->least = out->most = (size_t)times;
  return true;
}

lcm_status command_methods(struct lcm_predict_options *out,
                           struct command *command) {
  const char *methods = command->values[OPT_METHOD];
  struct lcm_simulate_options *simulate =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct lcm_simulate_options);
  const char *reductions = command->values[OPT_REDUCE];
  if ((methods && !parse_methods(&out->methods, methods)) ||
      (reductions && !parse_reductions(&out->reductions, reductions)) ||
      !contention_options(out, command) || !simulate_options(simulate, command))
    return LCM_EUSAGE;
  out->simulate = simulate;
  return LCM_OK;
}

lcm_status command_check_contention(const struct command *command,
                                    const lcm_program *program) {
  if (!command->values[OPT_CONTENTION] || program->is_model)
    return LCM_OK;
  command_complain("--contention is of models (.pam): 'lcm cat --to pamela' "
                   "writes a program as one");
  return LCM_EUSAGE;
}

unsigned command_trace_methods(const struct command *command,
                               const lcm_program *program) {
  const char *file = command->values[OPT_TRACE];
  return file && !lcm_trace_is_of_ranks(program, file) ? LCM_METHOD_SIMULATE
                                                       : 0;
}

lcm_status command_trace(struct command *command, const lcm_program *program,
                         const lcm_grid *grid,
                         const struct lcm_predict_options *options) {
  const char *file = command->values[OPT_TRACE];
  const struct lcm_traced traced = {program, grid, options};
  return file ? lcm_trace_write(command->ctx, &traced, file) : LCM_OK;
}

char *command_equations(struct command *command, const lcm_program *program,
                        const lcm_prediction *prediction) {
  const struct lcm_style style = command_style(command);
  lcm_bound *bound = NULL;
  program = lcm_program_flat(command->ctx, program);
  if (lcm_bound_new(&bound, command->ctx, program, NULL))
    return NULL;
  const struct lcm_bound_form *form = lcm_bound_form_of(bound);
  if (!form->reason)
    return lcm_bound_equations_to_str(form);
  lcm_report(command->ctx, LCM_DIAG_NO_BOUND, form->at, "no equations: %s",
             form->reason);
  return lcm_render_prediction(command->ctx, prediction, command->format,
                               &style);
}

char *command_serialized(struct command *command, const lcm_program *program) {
  struct lcm_pamela_losses losses;
  const char *reason = "it is no model";
  lcm_loc at = {0};
  lcm_bound *bound = NULL;
  const lcm_program *out = NULL;
  if (program->is_model) {
    if (lcm_bound_new(&bound, command->ctx, program, NULL))
      return NULL;
    out = lcm_bound_serialized(&reason, &at, bound);
  }
  if (!out) {
    lcm_report(command->ctx, LCM_DIAG_NO_FORMULA, at,
               "no model without contention: %s", reason);
    return NULL;
  }
  char *text = lcm_pamela_print(&losses, command->ctx, out);
  for (size_t i = 0; i < losses.n; i++)
    lcm_report(command->ctx, LCM_DIAG_LOST, losses.at[i].loc, "lost: %s",
               losses.at[i].what);
  return text;
}

char *command_compiled(struct command *command, const lcm_program *program) {
  const char *reason = NULL;
  lcm_loc at = {0};
  program = lcm_program_flat(command->ctx, program);
  char *text = lcm_bound_compile(&reason, &at, command->ctx, program);
  if (!text)
    lcm_report(command->ctx, LCM_DIAG_NO_FORMULA, at, "no equations in C: %s",
               reason ? reason : "too little memory");
  return text;
}
