/* All that is named, as one program: read, and linked or joined. Which files
 * units come from, as a rule for make.  Errors after which something can
 * still be shown become warnings. */
#include "analyzer/load/program.h"

#include <string.h>

#include "analyzer/analyzer.h"
#include "analyzer/load/inputs.h"
#include "analyzer/lower/lower.h"
#include "base/fs.h"
#include "model/link/link.h"

/* Return whether "diag" can only say that a unit was not read, or not all of
 * it. */
static bool is_of_reading(const lcm_diag *diag) {
  return diag->id == LCM_DIAG_WORKER || diag->id == LCM_DIAG_PARSE_ERROR ||
         diag->id == LCM_DIAG_MISSING_HEADER;
}

const char *lcm_forgive(lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *why = NULL;
  LCM_LIST(lcm_diag) errors = {0};
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR && !is_of_reading(&all[i]) &&
        all[i].id != LCM_DIAG_IO && all[i].id != LCM_DIAG_NOT_PREDICTED)
      LCM_LIST_ADD(arena, &errors, all[i]);
  for (size_t i = 0; i < errors.n; i++) {
    const char *text = lcm_arena_strdup(arena, errors.at[i].message);
    (void)lcm_diag_withdraw(ctx, errors.at[i].id, errors.at[i].at);
    lcm_report(ctx, LCM_DIAG_NOT_PREDICTED, errors.at[i].at, "%s", text);
    why = why ? why : text;
  }
  return why;
}

/* Append "path" as make reads it. */
static void put_path(lcm_buf *buf, const char *path) {
  for (; *path; path++) {
    if (*path == ' ' || *path == '#')
      lcm_buf_putc(buf, '\\');
    if (*path == '$')
      lcm_buf_putc(buf, '$');
    lcm_buf_putc(buf, *path);
  }
}

/* Append "path" as a file that the target depends on, unless it is known. */
static void put_once(lcm_buf *buf, lcm_map *known, lcm_ctx *ctx,
                     const char *path) {
  size_t seen = 0;
  path = lcm_intern(ctx, path + (strncmp(path, "./", 2) ? 0 : 2));
  if (lcm_map_get(known, path, &seen))
    return;
  lcm_map_put(lcm_ctx_arena(ctx), known, path, 1);
  lcm_buf_puts(buf, " \\\n  ");
  put_path(buf, path);
}

/* Write which files the "n" units at "units" come from where "options" ask for
 * it. */
static lcm_status lcm_depfile_write(lcm_ctx *ctx,
                                    const struct lcm_load_options *options,
                                    const struct lcm_unit *units, size_t n) {
  lcm_buf buf = {0};
  lcm_map known = {0};
  if (!options->depfile)
    return LCM_OK;
  put_path(&buf, options->target ? options->target : "-");
  lcm_buf_putc(&buf, ':');
  for (size_t i = 0; i < n; i++) {
    put_once(&buf, &known, ctx, units[i].file);
    for (size_t k = 0; k < units[i].n_dependencies; k++)
      if (units[i].dependencies[k].place != LCM_DEPENDENCY_ABSENT)
        put_once(&buf, &known, ctx, units[i].dependencies[k].path);
  }
  for (size_t i = 0; i < options->analyze.n_sidecars; i++)
    put_once(&buf, &known, ctx, options->analyze.sidecars[i]);
  lcm_buf_putc(&buf, '\n');
  const char *text = lcm_ctx_text(ctx, &buf);
  return lcm_file_write(ctx, options->depfile, text, strlen(text));
}

typedef LCM_LIST(const lcm_program *) program_list;

/* Units that were analysed. */
struct unit_span {
  const struct lcm_unit *at;
  size_t n;
};

/* Analyse the C files of "options" into "*out". */
static lcm_status analyze(struct unit_span *out, lcm_ctx *ctx,
                          const struct lcm_load_options *options) {
  const struct lcm_unit_input *files = NULL;
  lcm_status status = lcm_load_inputs(&files, &out->n, ctx, options);
  if (status)
    return status;
  status = lcm_analyze(&out->at, ctx, files, out->n, &options->analyze);
  if (!status)
    status = lcm_depfile_write(ctx, options, out->at, out->n);
  return status ? status
                : lcm_sidecars_check(ctx, out->at, out->n, &options->analyze);
}

lcm_status lcm_load_units(const struct lcm_unit **units, size_t *n,
                          lcm_ctx *ctx,
                          const struct lcm_load_options *options) {
  const struct lcm_unit_input *inputs = NULL;
  lcm_status status = lcm_load_check(ctx, options);
  if (!status)
    status = lcm_load_inputs(&inputs, n, ctx, options);
  if (!status)
    status = lcm_analyze(units, ctx, inputs, *n, &options->analyze);
  return status ? status : lcm_depfile_write(ctx, options, *units, *n);
}

/* Return whether "file" is one of "units" that could not be read. */
static bool is_unread(const struct unit_span *units, const char *file) {
  bool unread = false;
  for (size_t i = 0; i < units->n && file && !unread; i++)
    unread = units->at[i].failed && !strcmp(units->at[i].file, file);
  return unread;
}

/* Return whether all errors are about those of "units" that could not be read,
 * or not all of them: a list of several, and a report on them, shows the others
 * and what was understood. */
static bool may_list(lcm_ctx *ctx, const struct unit_span *units) {
  size_t n_all = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n_all);
  bool list = units->n > 1;
  for (size_t i = 0; i < n_all && list; i++)
    list = all[i].severity != LCM_ERROR || is_of_reading(&all[i]) ||
           (all[i].id == LCM_DIAG_IO && is_unread(units, all[i].at.file));
  return list;
}

/* Read the structures and models of "options" into "programs". */
static lcm_status read_texts(program_list *programs, lcm_ctx *ctx,
                             const struct lcm_load_options *options) {
  const lcm_program *model = NULL;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < options->n_inputs && !status; i++) {
    const lcm_program *program = NULL;
    if (!lcm_load_is_structure(options->inputs[i]))
      continue;
    status = lcm_load_structure(&program, ctx, options->inputs[i], options);
    if (!status)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), programs, program);
  }
  if (!status)
    status = lcm_load_model(&model, ctx, options);
  if (model)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), programs, model);
  return status;
}

/* Read all of "options" into "programs", a structure for each unit; where
 * "some" of them can be enough, those that can be read. */
static lcm_status read_all(program_list *programs, lcm_ctx *ctx,
                           const struct lcm_load_options *options, bool some) {
  struct unit_span units = {0};
  if (!options->assumed)
    lcm_expr_assume_nothing(ctx);
  lcm_status status = lcm_load_check(ctx, options);
  if (!status)
    status = read_texts(programs, ctx, options);
  if (!status)
    status = analyze(&units, ctx, options);
  if (status)
    return status;
  for (size_t i = 0; i < units.n; i++)
    if (units.at[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), programs, units.at[i].program);
  if (!programs->n && !lcm_diag_count(ctx, LCM_ERROR)) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0}, "nothing to read%s",
               options->help ? options->help : "");
    return LCM_EUSAGE;
  }
  return lcm_diag_count(ctx, LCM_ERROR) &&
                 (!programs->n || !some || !may_list(ctx, &units))
             ? LCM_EPARSE
             : LCM_OK;
}

/* Join "programs" for a listing; "lenient": they may be several programs. */
static lcm_status join(const lcm_program **out, lcm_ctx *ctx,
                       const struct lcm_load_options *options,
                       const program_list *programs, bool lenient) {
  const lcm_status status =
      lcm_program_join(out, ctx, programs->at, programs->n, lenient);
  if (!status && !options->apart)
    *out = lcm_program_specialise(ctx, *out, false, false);
  return status;
}

static lcm_status link_all(const lcm_program **out, lcm_ctx *ctx,
                           const struct lcm_load_options *options,
                           const program_list *programs) {
  return lcm_program_link(out, ctx, programs->at, programs->n, options->entry,
                          !lcm_load_has_database(options));
}

lcm_status lcm_load_program(const lcm_program **out, lcm_ctx *ctx,
                            const struct lcm_load_options *options) {
  program_list programs = {0};
  const lcm_status status = read_all(&programs, ctx, options, options->partial);
  return status ? status : link_all(out, ctx, options, &programs);
}

/* Join "programs" as for a prediction into "*out"; return whether they are one
 * program that begins in one place. */
static bool link_one(const lcm_program **out, lcm_ctx *ctx,
                     const struct lcm_load_options *options,
                     const program_list *programs) {
  const bool muted = lcm_ctx_mute(ctx, true);
  const bool one = !link_all(out, ctx, options, programs);
  (void)lcm_ctx_mute(ctx, muted);
  return one;
}

lcm_status lcm_load_joined(const lcm_program **out, lcm_ctx *ctx,
                           const struct lcm_load_options *options) {
  struct lcm_load_options open = *options;
  program_list programs = {0};
  open.open = true;
  if (options->entry)
    return lcm_load_program(out, ctx, options);
  lcm_status status =
      read_all(&programs, ctx, &open, options->partial || options->listed);
  if (!status && options->entered && link_one(out, ctx, options, &programs))
    return LCM_OK;
  if (!status)
    status = join(out, ctx, options, &programs, options->listed);
  if (!status && options->settled)
    *out = lcm_points_settle(ctx, *out);
  return status;
}

/* Return whether an error says that a run cannot begin where it is to. */
static bool has_entry_error(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].id == LCM_DIAG_ENTRY && all[i].severity == LCM_ERROR)
      return true;
  return false;
}

/* Join "programs", which are several, and begin where "entry" says. */
static lcm_status enter(const lcm_program **out, lcm_ctx *ctx,
                        const char *entry, const program_list *programs) {
  const lcm_program *joined = NULL;
  const lcm_status status =
      lcm_program_join(&joined, ctx, programs->at, programs->n, true);
  return status ? status
                : lcm_program_enter(
                      out, ctx,
                      lcm_points_settle(
                          ctx, lcm_program_specialise(ctx, joined, true, true)),
                      entry);
}

lcm_status lcm_load_any(const lcm_program **out, const char **why, lcm_ctx *ctx,
                        const struct lcm_load_options *options) {
  program_list programs = {0};
  lcm_status status = read_all(&programs, ctx, options, options->partial);
  *why = NULL;
  if (status)
    return status;
  status = link_all(out, ctx, options, &programs);
  if (!status || status == LCM_ENOMEM ||
      (options->entry && has_entry_error(ctx)))
    return status;
  *why = lcm_forgive(ctx);
  if (!*why)
    return status;
  if (!options->entry)
    return join(out, ctx, options, &programs, true);
  *why = NULL;
  return enter(out, ctx, options->entry, &programs);
}
