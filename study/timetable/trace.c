/* Writes the schedule of a run for other programs: in GOAL, or as a trace of
 * Chrome or Perfetto. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "composer/predict/predict.h"
#include "composer/simulate/simulate.h"
#include "study/timetable/trace.h"

/* Return whether "file" is to be written in GOAL. */
static bool is_goal(const char *file) {
  const size_t length = strlen(file);
  return length > 5 && !strcmp(file + length - 5, ".goal");
}

bool lcm_trace_is_of_ranks(const lcm_program *program, const char *file) {
  return is_goal(file) && !program->is_model;
}

/* Write "text", which is freed, to "file". */
static lcm_status write_text(lcm_ctx *ctx, const char *file,
                             LCM_TAKE char *text) {
  const lcm_status status =
      text ? lcm_file_write(ctx, file, text, strlen(text)) : LCM_ENOMEM;
  free(text);
  return status;
}

/* Execute "traced" once into "*simulation", with its schedule. */
static lcm_status simulate(struct lcm_simulation *simulation, lcm_ctx *ctx,
                           const struct lcm_traced *traced) {
  const lcm_grid *grid = traced->grid;
  const size_t n = grid->n_names;
  struct lcm_simulate_options how = *traced->options->simulate;
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + 1);
  for (size_t j = 0; j < n; j++) {
    env[j] =
        (lcm_binding){grid->names[j], grid->columns[j][grid->n_points - 1]};
    if (!strcmp(env[j].name, "p"))
      how.processors = env[j].value;
  }
  how.schedule = true;
  how.least = how.most = 1;
  how.machine = traced->options->machine;
  how.nesting_off = traced->options->nesting_off;
  return lcm_simulate(simulation, ctx, lcm_program_flat(ctx, traced->program),
                      env, n, &how);
}

lcm_status lcm_trace_write(lcm_ctx *ctx, const struct lcm_traced *traced,
                           const char *file) {
  const lcm_program *program = traced->program;
  struct lcm_simulation simulation;
  char *goal = NULL;
  lcm_status status = LCM_OK;
  if (lcm_trace_is_of_ranks(program, file))
    status =
        lcm_predict_goal(&goal, ctx, program, traced->grid, traced->options);
  if (status || goal)
    return status ? status : write_text(ctx, file, goal);
  status = simulate(&simulation, ctx, traced);
  if (status)
    return status;
  if (!is_goal(file)) {
    lcm_tracks tracks = lcm_timeline_to_tracks(ctx, simulation.schedule);
    if (simulation.schedule->cut)
      lcm_report(ctx, LCM_DIAG_CUT, (lcm_loc){.file = lcm_intern(ctx, file)},
                 "the trace has the first %zu pieces only: there are more",
                 simulation.schedule->n_spans);
    return lcm_tracks_write(ctx, &tracks, file);
  }
  return write_text(
      ctx, file,
      program->is_model
          ? lcm_timeline_to_goal(simulation.schedule)
          : lcm_timeline_to_goal_threads(ctx, simulation.schedule));
}
