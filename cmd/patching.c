/* Restructurings as patches: what advise and edit print. */
#include "cmd/patching.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/load/load.h"
#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "model/link/link.h"
#include "render/table/table.h"

/* ---- edits --------------------------------------------------------------- */

/* Make the edits "text" of "p" and write them. */
static lcm_status make(struct patching *p, const char *text) {
  lcm_ctx *ctx = p->command->ctx;
  const struct lcm_patch_options options = {
      .force = p->command->given[OPT_EDIT_FORCE]};
  const lcm_status status = lcm_restructuring_parse(&p->edits, ctx, text);
  return status
             ? status
             : lcm_patch_make(&p->patch, ctx, p->program, p->edits, &options);
}

/* Return whether "id" says that an edit is not made. */
static bool is_of_edits(lcm_diag_id id) {
  return id == LCM_DIAG_EDIT_TEXT || id == LCM_DIAG_EDIT_REFUSED ||
         id == LCM_DIAG_EDIT_PLACE;
}

/* Note why the edit "text" is left out of "p", which is no error then. */
static void leave_out(struct patching *p, const char *text) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(p->command->ctx, &n);
  for (size_t i = 0; i < n; i++) {
    const lcm_diag one = all[i];
    if (!is_of_edits(one.id))
      continue;
    lcm_buf_printf(&p->left, "# left out: %s\n", one.message);
    (void)lcm_diag_withdraw(p->command->ctx, one.id, one.at);
    return;
  }
  lcm_buf_printf(&p->left, "# left out: %s\n", text);
}

/* Return what nobody knows to hold for the edits of "p", NULL: nothing. */
static const char *doubt_of(const struct patching *p) {
  const lcm_program *program = p->patch.program;
  for (size_t i = p->program->n_premises; i < program->n_premises; i++)
    if (program->premises[i].open)
      return program->premises[i].text;
  return NULL;
}

/* Make those of "steps" that can be written and are not doubted, each on what
 * those before make. */
static lcm_status make_most(struct patching *p,
                            const lcm_restructuring *steps) {
  lcm_ctx *ctx = p->command->ctx;
  const char *all = "";
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < steps->n_steps; i++) {
    const char *text = lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s%s", all,
                                        *all ? "; " : "", steps->steps[i].text);
    struct patching trial = {.command = p->command, .program = p->program};
    if (make(&trial, text))
      leave_out(p, steps->steps[i].text);
    else if (doubt_of(&trial) && !p->command->given[OPT_EDIT_FORCE])
      lcm_buf_printf(&p->left,
                     "# left out: '%s', which `lcm edit` writes: nobody knows "
                     "whether %s\n",
                     steps->steps[i].text, doubt_of(&trial));
    else
      all = text;
  }
  if (*all)
    status = make(p, all);
  return status;
}

lcm_status patching_make(struct patching *p, const char *text, bool most) {
  const lcm_restructuring *steps = NULL;
  if (!most)
    return make(p, text);
  const lcm_status status =
      lcm_restructuring_parse(&steps, p->command->ctx, text);
  return status ? status : make_most(p, steps);
}

/* ---- what is predicted --------------------------------------------------- */

/* Put how the changed files of "p" are read into "*out". */
static lcm_status changed_options(struct lcm_load_options *out,
                                  struct patching *p) {
  const lcm_status status = command_loading(out, p->command);
  struct lcm_load_text *texts =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->command->ctx), struct lcm_load_text,
                    p->patch.n_files + 1);
  for (size_t i = 0; i < p->patch.n_files; i++) {
    const struct lcm_patch_file *file = &p->patch.files[i];
    texts[i] = (struct lcm_load_text){file->path, file->text, file->len};
  }
  out->texts = texts;
  out->n_texts = p->patch.n_files;
  out->analyze.cache = NULL;
  return status;
}

/* Let the first error about the changed source of "p", of which there are none
 * otherwise, say that the edits cannot be written. */
static void blame_edits(struct patching *p) {
  lcm_ctx *ctx = p->command->ctx;
  const char *why = NULL;
  lcm_loc at = {0};
  for (;;) {
    size_t n = 0;
    size_t i = 0;
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    while (i < n && all[i].severity < LCM_ERROR)
      i++;
    if (i == n)
      break;
    const lcm_diag one = all[i];
    at = why ? at : one.at;
    why = why ? why : one.message;
    if (!lcm_diag_withdraw(ctx, one.id, one.at))
      break;
  }
  if (why)
    lcm_report(ctx, LCM_DIAG_EDIT_TEXT, (lcm_loc){.file = at.file},
               "'%s' cannot be written as a change of the text: line %u would "
               "be wrong then: %s",
               p->edits->text, at.line, why);
}

/* Put the program that the changed source of "p" is into "*out"; LCM_ESTRUCT,
 * and a diagnostic, where that is none any more. */
static lcm_status reload(const lcm_program **out, struct patching *p) {
  struct lcm_load_options options;
  lcm_status status = changed_options(&options, p);
  if (status)
    return status;
  const size_t known = lcm_diag_count(p->command->ctx, LCM_ERROR);
  status = lcm_load_joined(out, p->command->ctx, &options);
  if (lcm_diag_count(p->command->ctx, LCM_ERROR) == known)
    return status;
  blame_edits(p);
  return LCM_ESTRUCT;
}

/* Return the time of "program" at the last point of "grid", NaN where there is
 * none. */
static double time_of(struct patching *p, const lcm_program *program,
                      const lcm_grid *grid) {
  lcm_ctx *ctx = p->command->ctx;
  double *times = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, grid->n_points + 1);
  const lcm_program *entered = NULL;
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status =
      lcm_program_enter(&entered, ctx, program, p->command->values[OPT_ENTRY]);
  if (!status)
    lcm_predict_times(times, ctx, entered, grid, &p->predict);
  (void)lcm_ctx_mute(ctx, muted);
  return status ? NAN : times[grid->n_points - 1];
}

/* Append the time "time" behind "what" to "out". */
static void put_time(lcm_buf *out, const char *what, double time) {
  lcm_buf_puts(out, what);
  lcm_put_time(out, time);
}

/* The programs whose times are told. */
struct stages {
  const lcm_program *changed; /* what the changed source is */
  const lcm_grid *grid;
};

/* Append the times of "p" to "out" where there are any. */
static void put_times(lcm_buf *out, struct patching *p, const struct stages *s,
                      const char *mark) {
  const double before = time_of(p, p->program, s->grid);
  const double edited = time_of(p, p->patch.program, s->grid);
  const double written = time_of(p, s->changed, s->grid);
  p->gains = isfinite(before) ? written < before : !(written >= before);
  if (!isfinite(before) || !isfinite(edited) || !isfinite(written)) {
    lcm_buf_printf(out, "%snothing is predicted: give values with -D\n", mark);
    return;
  }
  const size_t last = s->grid->n_points - 1;
  lcm_buf_printf(out, "%spredicted at ", mark);
  lcm_put_point(out, s->grid, last, lcm_grid_processors(s->grid, last));
  put_time(out, ": ", before);
  put_time(out, " as it is, ", written);
  lcm_buf_puts(out, " with this patch");
  if (fabs(written - edited) > 0.01 * edited) {
    put_time(out, " (", edited);
    lcm_buf_puts(out, " for the edited structure)");
  }
  lcm_buf_puts(out, "\n");
}

/* Append what the edits of "p" rest on to "out". */
static void put_premises(lcm_buf *out, const struct patching *p,
                         const char *mark) {
  const lcm_program *program = p->patch.program;
  for (size_t i = p->program->n_premises; i < program->n_premises; i++)
    lcm_buf_printf(out, "%s  %s: %s\n", mark,
                   program->premises[i].proved ? "proved" : "assumed",
                   program->premises[i].text);
}

lcm_status patching_tell(lcm_buf *out, struct patching *p, const char *mark) {
  struct stages s = {0};
  lcm_status status = reload(&s.changed, p);
  status = status ? status : command_grid(&s.grid, p->command, true);
  if (status)
    return status;
  lcm_buf_printf(out, "%s%s\n", mark, p->edits->text);
  put_premises(out, p, mark);
  put_times(out, p, &s, mark);
  return LCM_OK;
}

lcm_status patching_write(const struct patching *p, lcm_buf *text) {
  struct command *command = p->command;
  const lcm_status status =
      text->failed ? LCM_ENOMEM
                   : lcm_file_write(command->ctx, command->values[OPT_OUTPUT],
                                    text->text ? text->text : "", text->len);
  lcm_buf_free(text);
  return status;
}
