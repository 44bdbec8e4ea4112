/* lcm scale: how far a program or a set of runs scales. */
#include <string.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/options.h"
#include "cmd/subcommand/scale.h"
#include "render/text/text.h"
#include "study/scale/scale.h"

/* Put the efficiency that is asked for into "*out"; false, and a message, where
 * it is none. */
static bool take_efficiency(double *out, const struct command *command) {
  const char *text = command->values[OPT_EFFICIENCY];
  const char *end = text;
  if (!text)
    return true;
  *out = lcm_strtod(text, &end);
  if (end != text && !*end && *out > 0 && *out <= 1)
    return true;
  command_complain("an efficiency is above 0 and at most 1, not '%s'", text);
  return false;
}

/* Put what is asked into "*out"; LCM_EUSAGE, and a message, where that makes no
 * sense. */
static lcm_status take_question(struct lcm_scale_options *out,
                                const struct command *command) {
  const char *least = command->values[OPT_LEAST];
  const char *most = command->values[OPT_MOST];
  *out = (struct lcm_scale_options){.axis = command->values[OPT_PROCESSORS],
                                    .size = command->values[OPT_SIZE],
                                    .variable = least ? least : most,
                                    .most = most != NULL,
                                    .condition = command->values[OPT_WHERE],
                                    .refine = command->values[OPT_REFINE]};
  if (least && most)
    command_complain("--least or --most, not both");
  else if (!out->variable != !out->condition)
    command_complain("--least and --most need --where CONDITION, and it them");
  else if (take_efficiency(&out->efficiency, command))
    return LCM_OK;
  return LCM_EUSAGE;
}

/* Read what was measured into "*all". */
static lcm_status read_runs(lcm_measurements *all, struct command *command) {
  const char *name = command->values[OPT_MEASURED];
  char *text = NULL;
  size_t len = 0;
  struct lcm_measured_as as;
  lcm_status status = command_measured_as(&as, command);
  if (!status)
    status = lcm_file_read(&text, &len, command->ctx, name);
  if (!status)
    status = lcm_measurements_read(
        all, command->ctx, &(struct lcm_measured_file){name, text, len}, &as);
  return status;
}

/* Put how what was measured scales into "*out". */
static lcm_status scale_measured(const lcm_scalability **out,
                                 struct command *command) {
  lcm_measurements all = {0};
  const lcm_status status = read_runs(&all, command);
  return status ? status : lcm_scale_measured(out, command->ctx, &all);
}

/* Let a model have more than one number of processors, where -D says none. */
static void sweep_model(struct command *command, const char *axis) {
  const char *name = axis ? axis : "P";
  const size_t n = strlen(name);
  for (size_t i = 0; i < command->defines.n; i++) {
    const char *text = command->defines.at[i];
    if ((!strncmp(text, name, n) && text[n] == '=') ||
        (!axis && !strncmp(text, "p=", 2)))
      return;
  }
  LCM_LIST_ADD(
      lcm_ctx_arena(command->ctx), &command->defines,
      lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s=1:16:*2", name));
}

/* Return whether "program" has a param "name". */
static bool has_param(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++)
    if (!strcmp(program->params[i].name, name))
      return true;
  return false;
}

/* Put how the program of the inputs scales into "*out". */
static lcm_status scale_program(const lcm_scalability **out,
                                struct command *command,
                                struct lcm_scale_options *what) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  struct lcm_predict_options options;
  lcm_status status = command_predict_options(&options, command);
  status = status ? status : command_methods(&options, command);
  status = status ? status : command_load(&program, command, command->inputs.n);
  if (status)
    return status;
  const bool swept =
      !program->is_model &&
      !lcm_grid_says_processors(command->defines.at, command->defines.n);
  const size_t given = command->defines.n;
  if (program->is_model && (what->axis || has_param(program, "P")))
    sweep_model(command, what->axis);
  status = command_grid(&grid, command, !program->is_model);
  if (status)
    return status;
  what->wide = swept || command->defines.n > given;
  status = command_check_grid(command, grid, program, options.machine);
  return status ? status
                : lcm_scale(out, command->ctx, program, grid, &options, what);
}

int run_scale(struct command *command) {
  const struct lcm_style style = command_style(command);
  const lcm_scalability *result = NULL;
  struct lcm_scale_options what;
  const bool measured = command->given[OPT_MEASURED];
  if (take_question(&what, command))
    return EXIT_USAGE;
  if (measured && command->inputs.n) {
    command_complain("a program is predicted, or --measured runs are looked "
                     "at; lcm validate sets them side by side");
    return EXIT_USAGE;
  }
  if (measured && (what.variable || what.refine || what.size)) {
    command_complain("what was measured answers no --least, --most, --refine "
                     "or --size: that needs a model (lcm fit)");
    return EXIT_USAGE;
  }
  const lcm_status status = measured ? scale_measured(&result, command)
                                     : scale_program(&result, command, &what);
  if (status)
    return command_finish(command, status);
  char *text = command->format == LCM_FORMAT_JSON
                   ? lcm_scalability_to_json(result)
                   : lcm_render_scalability(command->ctx, result,
                                            command->format, &style);
  return command_finish(command, command_write(command, text));
}
