#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cmd/command.h"

enum { DRAW_SECONDS = 600 };

/* Return the path of lcm-render: beside this executable, else by name. */
static const char *renderer(struct command *command) {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0)
    return "lcm-render";
  path[n] = '\0';
  *strrchr(path, '/') = '\0';
  const char *beside =
      lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s/lcm-render", path);
  return lcm_path_exists(beside) ? beside : "lcm-render";
}

/* Draw "dot", which is freed, as "type" to the output of "command". */
static lcm_status draw(struct command *command, LCM_TAKE char *dot,
                       const char *type) {
  if (!dot)
    return LCM_ENOMEM;
  const char *argv[] = {renderer(command), "-T", type, NULL};
  const struct lcm_child child = {.argv = argv,
                                  .input = dot,
                                  .input_len = strlen(dot),
                                  .seconds = DRAW_SECONDS};
  char *picture = NULL;
  size_t len = 0;
  int exit_status = 0;
  lcm_status status =
      lcm_child_run(&picture, &len, &exit_status, command->ctx, &child);
  free(dot);
  if (!status && exit_status) {
    lcm_report(command->ctx, LCM_DIAG_IO, (lcm_loc){0},
               "lcm-render failed (status %d)", exit_status);
    status = LCM_EIO;
  }
  return status ? status
                : lcm_file_write(command->ctx, command->values[OPT_OUTPUT],
                                 picture, len);
}

/* Return the type of picture: by -T, else by the name of the output. */
static const char *picture_type(const struct command *command) {
  const char *output = command->values[OPT_OUTPUT];
  const char *dot = output ? strrchr(output, '.') : NULL;
  if (command->values[OPT_TYPE])
    return command->values[OPT_TYPE];
  return dot ? dot + 1 : "dot";
}

int run_graph(struct command *command) {
  static const char *const TYPES[] = {"svg", "png", "pdf", "dot"};
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options;
  const char *type = picture_type(command);
  bool known = false;
  for (size_t i = 0; i < 4; i++)
    known = known || !strcmp(type, TYPES[i]);
  if (!known) {
    command_complain("there is no picture of type '%s'; there are svg, png, "
                     "pdf and dot",
                     type);
    return EXIT_USAGE;
  }
  lcm_status status = command_predict_options(&options, command);
  options.nodes = true;
  status = status ? status : command_grid(&grid, command, false);
  status =
      status ? status : command_load(&program, command, 0, command->inputs.n);
  status =
      status ? status
             : lcm_predict(&prediction, command->ctx, program, grid, &options);
  if (status)
    return command_finish(command, status);
  const struct lcm_picture picture = {
      .program = program,
      .prediction = prediction,
      .point = grid->n_points - 1,
      .fold = command->values[OPT_FOLD] ? atof(command->values[OPT_FOLD]) : 0,
      .links = "",
      .title = command->values[OPT_TITLE]};
  char *dot = lcm_render_dot(command->ctx, &picture);
  if (!strcmp(type, "dot"))
    return command_finish(command, command_write(command, dot));
  return command_finish(command, draw(command, dot, type));
}
