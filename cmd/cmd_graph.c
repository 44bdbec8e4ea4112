#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "cmd/command.h"
#include "composer/bound.h"

enum { DRAW_SECONDS = 600, NOT_FOUND = 127 };

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

/* Report that lcm-render ended with "exit_status". */
static void report_renderer(lcm_ctx *ctx, int exit_status) {
  if (exit_status == NOT_FOUND)
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0},
               "lcm-render is neither beside lcm nor on PATH");
  else
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0}, "lcm-render failed (status %d)",
               exit_status);
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
    report_renderer(command->ctx, exit_status);
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

/* Put the share below which nodes are folded into "*fold", below 0 where none
 * is given; false, and a message, where --fold gives no share. */
static bool take_fold(double *fold, const struct command *command) {
  const char *text = command->values[OPT_FOLD];
  const char *end = text;
  *fold = text ? lcm_strtod(text, &end) : -1;
  if (!text || (end != text && !*end && *fold >= 0 && *fold <= 1))
    return true;
  command_complain("--fold is a share of the time between 0 and 1, not '%s'",
                   text);
  return false;
}

/* Return whether "type" is a type of picture; a message where it is none. */
static bool check_type(const char *type) {
  static const char *const TYPES[] = {"svg", "png", "pdf", "dot"};
  for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
    if (!strcmp(type, TYPES[i]))
      return true;
  command_complain("there is no picture of type '%s'; there are svg, png, pdf "
                   "and dot",
                   type);
  return false;
}

/* Return the share below which nodes of "point" are folded where --fold does
 * not say: a picture of many nodes shows those that matter. */
static double usual_fold(const lcm_point *point) {
  enum { MANY = 40 };
  return point->n_occurrences > MANY ? 0.002 : 0;
}

/* Return whether "prediction" is of a model that has no bound at the last
 * point. */
static bool has_no_bound(const lcm_prediction *prediction) {
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  return prediction->is_model && point->bounds && point->bounds->reason;
}

int run_graph(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options;
  const char *type = picture_type(command);
  double fold = 0;
  if (!check_type(type) || !take_fold(&fold, command))
    return EXIT_USAGE;
  lcm_status status = command_predict_options(&options, command);
  options.nodes = true;
  status = status ? status : command_grid(&grid, command, false);
  status =
      status ? status : command_load(&program, command, 0, command->inputs.n);
  if (!status)
    command_check_grid(command, grid, &program, 1, options.machine);
  if (!status)
    status = lcm_predict(&prediction, command->ctx, program, grid, &options);
  if (!status && has_no_bound(prediction)) {
    options.methods = LCM_METHOD_SIMULATE;
    status = lcm_predict(&prediction, command->ctx, program, grid, &options);
  }
  if (status)
    return command_finish(command, status);
  const size_t last = grid->n_points - 1;
  if (fold < 0)
    fold = prediction ? usual_fold(&prediction->points[last]) : 0;
  const struct lcm_picture picture = {.program = program,
                                      .prediction = prediction,
                                      .point = last,
                                      .fold = fold,
                                      .links = "",
                                      .title = command->values[OPT_TITLE]};
  char *dot = lcm_render_dot(command->ctx, &picture);
  if (!strcmp(type, "dot"))
    return command_finish(command, command_write(command, dot));
  return command_finish(command, draw(command, dot, type));
}
