/* lcm graph: the structure as DOT or, through lcm-render, as a picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/drawing.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/graph.h"
#include "composer/predict/predict.h"
#include "render/picture/picture.h"

/* Limits of what --fold and --depth say, and how many shapes a picture has at
 * most where they do not. */
enum { MOST_SHAPES = 100000000, MOST_LEVELS = 10000, USUAL_SHAPES = 300 };

/* Return the type of picture: by -T, else by the name of the output. */
static const char *picture_type(const struct command *command) {
  const char *output = command->values[OPT_OUTPUT];
  const char *dot = output ? strrchr(output, '.') : NULL;
  if (command->values[OPT_TYPE])
    return command->values[OPT_TYPE];
  return dot ? dot + 1 : "dot";
}

/* Put what --fold, --depth and --unfold say into "picture", where --fold is not
 * given that small parts are gathered; false, and a message, where they make no
 * sense. */
static bool take_fold(struct lcm_picture *picture,
                      const struct command *command) {
  const char *text = command->values[OPT_FOLD];
  const char *end = text;
  const double value = text ? lcm_strtod(text, &end) : 0;
  const bool number = text && end != text && !*end;
  size_t depth = 0;
  if (text &&
      !(number && value >= 0 &&
        (value < 1 || (value <= MOST_SHAPES && value == floor(value))))) {
    command_complain("--fold is a share of the time below 1, or a number of "
                     "shapes, not '%s'",
                     text);
    return false;
  }
  picture->fold = value < 1 ? value : 0;
  picture->small = text ? 0 : LCM_PIC_SMALL;
  picture->most = !text ? USUAL_SHAPES : value < 1 ? 0 : (size_t)value;
  picture->unfold = command->unfolds.at;
  picture->n_unfold = command->unfolds.n;
  if (!command_number(&depth, command, OPT_DEPTH,
                      "--depth is a number of levels", MOST_LEVELS))
    return false;
  picture->depth = (unsigned)depth;
  return true;
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

/* Return whether "prediction" is of a model that has no bound at the last
 * point. */
static bool has_no_bound(const lcm_prediction *prediction) {
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  return prediction->is_model && point->bounds && point->bounds->reason;
}

/* Write "picture" as "type" to the output of "command": PNG and PDF by
 * Graphviz. */
static lcm_status write_picture(struct command *command,
                                const struct lcm_picture *picture,
                                const char *type) {
  lcm_ctx *ctx = command->ctx;
  const lcm_layout *layout = lcm_layout_new(ctx, picture);
  if (!strcmp(type, "svg"))
    return command_write(command, lcm_layout_svg(ctx, layout, picture));
  char *dot = lcm_layout_dot(ctx, layout, picture);
  if (!strcmp(type, "dot"))
    return command_write(command, dot);
  if (!dot)
    return LCM_ENOMEM;
  const struct command_drawing drawing = {dot, strlen(dot), false, type};
  const lcm_status status =
      command_draw(command, &drawing, command->values[OPT_OUTPUT]);
  free(dot);
  return status;
}

int run_graph(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options;
  const char *type = picture_type(command);
  struct lcm_picture picture = {.links = "",
                                .title = command->values[OPT_TITLE]};
  if (!check_type(type) || !take_fold(&picture, command))
    return EXIT_USAGE;
  lcm_status status = command_predict_options(&options, command);
  options.nodes = options.hinges = true;
  status = status ? status : command_load(&program, command, command->inputs.n);
  status = status ? status : command_grid(&grid, command, !program->is_model);
  status = status ? status : command_edit(&program, command);
  if (!status)
    status = command_check_grid(command, grid, program, options.machine);
  if (!status)
    status = lcm_predict(&prediction, command->ctx, program, grid, &options);
  if (!status && has_no_bound(prediction)) {
    options.methods = LCM_METHOD_SIMULATE;
    status = lcm_predict(&prediction, command->ctx, program, grid, &options);
  }
  if (status)
    return command_finish(command, status);
  picture.program = program;
  picture.prediction = prediction;
  picture.point = grid->n_points - 1;
  return command_finish(command, write_picture(command, &picture, type));
}
