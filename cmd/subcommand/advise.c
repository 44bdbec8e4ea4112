/* lcm advise: its options, and the advice that it prints. */
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/patching.h"
#include "cmd/subcommand/advise.h"
#include "model/edit/edit.h"
#include "render/text/text.h"
#include "study/advise/advise.h"

/* Put what to look for into "*out"; false, and a message, where that makes no
 * sense. */
static bool read_options(struct lcm_advise_options *out,
                         const struct command *command) {
  size_t most = 0;
  size_t steps = 0;
  if (!command_threshold(&out->threshold, command) ||
      !command_number(&most, command, OPT_TRIES,
                      "--tries is a number of restructurings", 1000000) ||
      !command_number(&steps, command, OPT_APPLY,
                      "--apply is a number of steps", LCM_ADVISE_STEPS))
    return false;
  out->most = most ? most : LCM_ADVISE_MOST;
  out->memory = most ? 0 : LCM_ADVISE_MEMORY;
  out->work = most ? 0 : LCM_ADVISE_WORK;
  out->steps = steps;
  out->ceilings = command->given[OPT_CEILINGS];
  out->phases = command->given[OPT_PHASES];
  out->data = command->given[OPT_DATA_KINDS];
  out->chain = command->given[OPT_CHAIN];
  out->points = true;
  return true;
}

/* Return "advice" as "how" says. */
static char *print(struct command *command, const lcm_advice *advice,
                   struct command_printing how) {
  const struct lcm_style style = command_style(command);
  if (how.sarif)
    return lcm_render_advice_sarif(advice, LCM_VERSION);
  return how.format == LCM_FORMAT_JSON
             ? lcm_advice_to_json(advice)
             : lcm_render_advice(command->ctx, advice, how.format, &style);
}

/* Return the edits that "advice" gives: those that follow each other, or else
 * the best; NULL where there are none. */
static const char *best_edits(struct command *command,
                              const lcm_advice *advice) {
  const char *all = NULL;
  for (size_t i = 0; i < advice->n_steps; i++)
    all = all ? lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s; %s", all,
                                 advice->steps[i].edit)
              : advice->steps[i].edit;
  if (!all && advice->n_findings)
    all = advice->findings[0].edit;
  return all;
}

/* Append the patch that the edits "text" of "p" are to "out", with what is
 * predicted of it; "*done": it is one, and gains something. */
static lcm_status try_edits(bool *done, lcm_buf *out, struct patching *p,
                            const char *text) {
  lcm_buf told = {0};
  lcm_status status = patching_make(p, text, true);
  if (!status && p->patch.n_files)
    status = patching_tell(&told, p, "# ");
  *done = !status && p->patch.n_files && p->gains;
  lcm_buf_puts(out, *done ? told.text : "");
  lcm_buf_puts(out, p->left.len ? p->left.text : "");
  if (!status && p->patch.n_files && !*done)
    lcm_buf_printf(out,
                   "# left out: '%s' gains nothing as a change of the text\n",
                   p->edits->text);
  if (*done)
    lcm_patch_diff(out, p->command->ctx, &p->patch);
  lcm_buf_free(&told);
  lcm_buf_free(&p->left);
  return status;
}

/* Write what "advice" on "program" makes of the source, as a patch: of the best
 * edits, or where nothing of those is written, of the best that are. */
static lcm_status write_patch(struct command *command,
                              const lcm_program *program,
                              const struct lcm_predict_options *predict,
                              const lcm_advice *advice) {
  const struct patching none = {
      .command = command, .predict = *predict, .program = program};
  struct patching p = none;
  lcm_buf out = {0};
  const char *edits = best_edits(command, advice);
  if (!edits) {
    lcm_buf_puts(&out, "# nothing to change: no advice gains enough\n");
    return patching_write(&p, &out);
  }
  bool done = false;
  lcm_status status = try_edits(&done, &out, &p, edits);
  for (size_t i = 0; i < advice->n_findings && !done && !status; i++) {
    const char *edit = advice->findings[i].edit;
    p = none;
    if (edit && strcmp(edit, edits) != 0)
      status = try_edits(&done, &out, &p, edit);
  }
  return status ? status : patching_write(&p, &out);
}

/* Return the advice "text", which is freed, on "program" behind what its races
 * mean for it; of what is read by programs "text" itself. */
static char *behind_races(LCM_TAKE char *text, const lcm_program *program,
                          struct command_printing how) {
  lcm_buf buf = {0};
  if (!text || !program->n_races || how.sarif || how.format != LCM_FORMAT_TEXT)
    return text;
  lcm_buf_printf(
      &buf,
      "warning: %zu race%s (see below): mend %s first, the advice is "
      "on a program that may compute anything\n",
      program->n_races, program->n_races == 1 ? "" : "s",
      program->n_races == 1 ? "it" : "them");
  lcm_buf_puts(&buf, text);
  free(text);
  return lcm_buf_take(&buf);
}

int run_advise(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_advice *advice = NULL;
  struct command_printing how;
  struct lcm_predict_options predict;
  struct lcm_advise_options options = {.predict = &predict};
  if (!command_read_printing(&how, command, OPT_ADVICE_FORMAT) ||
      !read_options(&options, command))
    return EXIT_USAGE;
  lcm_status status = command_predict_options(&predict, command);
  status = status ? status : command_load(&program, command, command->inputs.n);
  status = status ? status : command_edit(&program, command);
  status = status ? status : command_grid(&grid, command, true);
  if (status)
    return command_finish(command, status);
  if (program->is_model) {
    command_complain("advice is given on programs; of a model (.pam) lcm "
                     "decide chooses among decisions");
    return EXIT_USAGE;
  }
  if (!command->edits.n)
    lcm_races_check(&program, command->ctx, grid);
  status = command_check_grid(command, grid, program, predict.machine);
  status = status ? status
                  : lcm_advise(&advice, command->ctx, program, grid, &options);
  if (status)
    return command_finish(command, status);
  if (command->given[OPT_PATCH])
    return command_finish(command,
                          write_patch(command, program, &predict, advice));
  char *text = behind_races(print(command, advice, how), program, how);
  return command_finish(command, command_write(command, text));
}
