#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/units/database.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "cmd/annotate_count.h"
#include "cmd/annotate_find.h"
#include "cmd/annotate_moves.h"
#include "cmd/annotate_plan.h"
#include "cmd/annotate_sidecar.h"
#include "cmd/annotate_text.h"
#include "cmd/annotate_write.h"
#include "cmd/cmd_annotate.h"
#include "cmd/cmd_annotate_internal.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "model/measurement/fit_parse.h"

/* ---- input ----------------------------------------------------------------
 */

/* Return the entry of the "n" at "all" for the file "name", or NULL. */
static const struct lcm_unit_input *entry_of(const struct lcm_unit_input *all,
                                             size_t n, const char *name) {
  char *path = realpath(name, NULL);
  const struct lcm_unit_input *found = NULL;
  for (size_t i = 0; i < n && !found && path; i++) {
    char *own = realpath(all[i].file, NULL);
    found = own && !strcmp(own, path) ? &all[i] : NULL;
    free(own);
  }
  free(path);
  return found;
}

/* Add the file "name" to "a"; "entry" is of the compilation database, or
 * NULL. */
static lcm_status add_file(struct annotate *a, const char *name,
                           const struct lcm_unit_input *entry) {
  const struct lcm_unit_input plain = {
      .file = name, .flags = a->command->flags, .n_flags = a->command->n_flags};
  for (size_t i = 0; i < a->files.n; i++)
    if (!strcmp(a->files.at[i].name, name))
      return LCM_OK;
  return annotate_add(a, name, entry ? entry : &plain);
}

/* Read the files of the command line, or all of the compilation database. */
static lcm_status add_files(struct annotate *a) {
  const struct command *command = a->command;
  const struct lcm_unit_input *all = NULL;
  size_t n = 0;
  const char *build = command->values[OPT_BUILD];
  lcm_status status =
      build ? lcm_compile_commands_read(&all, &n, a->ctx, build) : LCM_OK;
  if (status)
    return status;
  for (size_t i = 0; i < command->inputs.n && !status; i++) {
    const char *name = command->inputs.at[i];
    const lcm_status own = add_file(a, name, entry_of(all, n, name));
    status = own == LCM_EIO ? own : status;
  }
  for (size_t i = 0; i < n && !command->inputs.n && !status; i++) {
    const lcm_status own = add_file(a, all[i].file, &all[i]);
    status = own == LCM_EIO ? own : status;
  }
  return status;
}

/* Read the fit. */
static lcm_status read_fit(struct annotate *a, const char *name) {
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, a->ctx, name);
  return status ? status : lcm_fit_parse(&a->fit, a->ctx, name, text, len);
}

/* Return the names of the variables of "fit", "*n" of them: macros called so
 * are what they vary. */
static const char *const *variables_of(size_t *n, lcm_ctx *ctx,
                                       const lcm_fit *fit) {
  LCM_LIST(const char *) names = {0};
  for (size_t i = 0; fit && i < fit->n_models; i++)
    for (size_t k = 0; k < fit->models[i].n_variables; k++) {
      const char *name = fit->models[i].variables[k].name;
      bool known = false;
      for (size_t j = 0; j < names.n; j++)
        known = known || !strcmp(names.at[j], name);
      if (!known)
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &names, name);
    }
  *n = names.n;
  return names.at;
}

/* ---- what does not fit ----------------------------------------------------
 */

/* Report the fragments of the fit that should be in "file" and are not. */
static void report_unmatched(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < a->fit->n_fragments && file->program; i++) {
    const struct lcm_fit_fragment *seen = &a->fit->fragments[i];
    if (annotate_is_in(file, seen->fragment) &&
        !annotate_find(a, file, seen->fragment, seen->place))
      lcm_report(a->ctx, LCM_DIAG_UNMATCHED,
                 (lcm_loc){.file = lcm_intern(a->ctx, file->name)},
                 "there is no %s", strrchr(seen->fragment, ':') + 1);
  }
}

/* Return whether the fit has something of "file". */
static bool is_wanted(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < a->fit->n_fragments; i++)
    if (annotate_is_in(file, a->fit->fragments[i].fragment) ||
        (!strchr(a->fit->fragments[i].fragment, ':') &&
         *a->fit->fragments[i].fragment &&
         annotate_find(a, file, a->fit->fragments[i].fragment, NULL)))
      return true;
  return false;
}

/* ---- output ---------------------------------------------------------------
 */

/* Make the directories that "path" lies in. */
static void make_directories(char *path) {
  for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = '\0';
    (void)mkdir(path, 0777);
    *at = '/';
  }
}

/* Return where in "directory" the file "name" goes. */
static const char *path_in(struct annotate *a, const char *directory,
                           const char *name) {
  const bool inside = name[0] != '/' && !strstr(name, "..");
  const char *slash = strrchr(name, '/');
  char *path = lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s/%s", directory,
                                inside || !slash ? name : slash + 1);
  make_directories(path);
  return path;
}

lcm_status annotate_diff(struct annotate *a, const char *name, const char *path,
                         struct annotate_text text) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const char *const argv[] = {"diff",    "-u",
                              "--label", lcm_arena_printf(arena, "a/%s", name),
                              "--label", lcm_arena_printf(arena, "b/%s", name),
                              path,      "-",
                              NULL};
  const struct lcm_child child = {
      .argv = argv, .input = text.at, .input_len = text.len};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  const lcm_status ran = lcm_child_run(&out, &len, &status, a->ctx, &child);
  if (!ran && status > 1) {
    lcm_report(a->ctx, LCM_DIAG_IO, (lcm_loc){0}, "cannot run diff");
    return LCM_EIO;
  }
  return ran ? ran : lcm_file_write(a->ctx, NULL, out, len);
}

/* Return whether the text of "file" stays as it is. */
static bool is_same(const struct annotate_file *file) {
  return file->result_len == file->len &&
         !memcmp(file->result, file->text, file->len);
}

/* Write what has become of "file" where the command asks for it. */
static lcm_status put_file(struct annotate *a, struct annotate_file *file) {
  const struct command *command = a->command;
  const char *into = command->values[OPT_INTO];
  const bool same = is_same(file);
  if (command->given[OPT_DIFF])
    return same ? LCM_OK
                : annotate_diff(
                      a, file->name, file->path,
                      (struct annotate_text){file->result, file->result_len});
  const char *path = into ? path_in(a, into, file->name)
                     : command->given[OPT_IN_PLACE] ? file->name
                                                    : NULL;
  if (same && !into && path)
    return LCM_OK;
  return lcm_file_write(a->ctx, path, file->result, file->result_len);
}

/* Say on standard output what was written. */
static void summarise(const struct annotate *a) {
  if (!a->command->given[OPT_IN_PLACE] && !a->command->given[OPT_INTO])
    return;
  for (size_t i = 0; i < a->files.n; i++) {
    const struct annotate_file *file = &a->files.at[i];
    if (file->wanted && file->result && !a->command->given[OPT_QUIET])
      printf("%s: %zu model%s%s\n", file->name, file->n_models,
             file->n_models == 1 ? "" : "s",
             is_same(file) ? ", as they were" : "");
  }
}

/* ---- the command ----------------------------------------------------------
 */

/* Make the new texts of all files of "a". */
static lcm_status make_texts(struct annotate *a) {
  lcm_status status = LCM_OK;
  if (a->fit) {
    annotate_reach(a);
    annotate_number(a);
  }
  for (size_t i = 0; i < a->files.n && a->fit; i++)
    annotate_see(a, &a->files.at[i]);
  if (a->fit)
    annotate_trace(a);
  for (size_t i = 0; i < a->files.n && !status; i++) {
    struct annotate_file *file = &a->files.at[i];
    status = annotate_read_counts(a, file);
    file->result = a->fit ? file->text : file->bare;
    file->result_len = a->fit ? file->len : file->bare_len;
    file->wanted =
        a->fit && file->program && (is_wanted(a, file) || file->n_line_counts);
    if (!file->wanted)
      continue;
    report_unmatched(a, file);
    if (!a->aside)
      annotate_write(a, file);
  }
  return status;
}

/* Do what the command asks for. */
static lcm_status annotate(struct annotate *a) {
  lcm_status status = a->aside ? annotate_aside(a) : LCM_OK;
  status = status ? status : add_files(a);
  annotate_report(a);
  status = status ? status : make_texts(a);
  if (!status && a->aside)
    return annotate_sidecar(a);
  for (size_t i = 0; i < a->files.n && !status; i++)
    if (a->files.at[i].result)
      status = put_file(a, &a->files.at[i]);
  if (!status)
    summarise(a);
  return status;
}

/* Do it in the context of the texts as they stand, "user" being the run. */
static lcm_status annotate_inner(lcm_ctx *ctx, void *user) {
  (void)ctx;
  return annotate(user);
}

/* Do it in the context of the structures. */
static lcm_status annotate_outer(lcm_ctx *ctx, void *user) {
  struct annotate *a = user;
  (void)ctx;
  return lcm_ctx_guard(a->stands, annotate_inner, a);
}

/* Do what the command asks for, out of memory or not. */
static lcm_status guarded(struct annotate *a) {
  return lcm_ctx_guard(a->source, annotate_outer, a);
}

/* Return whether the options of "command" make sense; say it where not. */
static bool is_sensible(const struct command *command) {
  const bool removes = command->given[OPT_REMOVE];
  const bool aside = command->given[OPT_SIDECAR];
  const bool files = command->inputs.n || command->given[OPT_BUILD];
  const int ways = command->given[OPT_IN_PLACE] + command->given[OPT_INTO] +
                   (aside || command->given[OPT_DIFF]);
  if (removes && aside && files)
    command_complain("--remove takes out all that was written into the sidecar "
                     "file: name that alone");
  else if (!files && !(removes && aside))
    command_complain("nothing to annotate; see 'lcm annotate --help'");
  else if (removes == command->given[OPT_FIT])
    command_complain("say which models with --models, or --remove");
  else if (ways > 1)
    command_complain("one of --in-place, --diff, -o and --sidecar is enough "
                     "(and --diff with --sidecar)");
  else if (!ways && command->inputs.n != 1)
    command_complain("say where to with --in-place, --diff or -o");
  else if (command->given[OPT_PER] &&
           strcmp(command->values[OPT_PER], "iteration") != 0 &&
           strcmp(command->values[OPT_PER], "execution") != 0)
    command_complain("--per is iteration or execution");
  else
    return true;
  return false;
}

/* Make the temporary file "trial" of "a", called "name"; false, having said
 * so, where that fails. */
static bool make_trial(struct annotate *a, char *name, size_t room) {
  const char *place = getenv("TMPDIR");
  const int n =
      snprintf(name, room, "%s/lcm-XXXXXX", place && *place ? place : "/tmp");
  const int fd = n > 0 && (size_t)n < room ? mkstemp(name) : -1;
  if (fd < 0) {
    lcm_report(a->ctx, LCM_DIAG_IO, (lcm_loc){.file = lcm_intern(a->ctx, name)},
               "%s", strerror(errno));
    return false;
  }
  close(fd);
  a->trial = name;
  return true;
}

int run_annotate(struct command *command) {
  size_t seconds = 0;
  char trial[4096];
  struct annotate a = {.command = command, .ctx = command->ctx};
  if (!is_sensible(command) ||
      !command_number(&seconds, command, OPT_TIMEOUT,
                      "--timeout is a number of seconds", 1 << 20))
    return EXIT_USAGE;
  a.aside = command->given[OPT_SIDECAR];
  a.each =
      command->given[OPT_PER] && !strcmp(command->values[OPT_PER], "iteration");
  const char *fit = command->values[OPT_FIT];
  lcm_status status = fit ? read_fit(&a, fit) : LCM_OK;
  if (status)
    return command_finish(command, status);
  struct lcm_analyze_options options = {.variant = command->values[OPT_VARIANT],
                                        .seconds = (unsigned)seconds,
                                        .alone = command->inputs.n == 1 &&
                                                 !command->given[OPT_BUILD]};
  options.given = variables_of(&options.n_given, a.ctx, a.fit);
  a.options = &options;
  if (a.aside && !make_trial(&a, trial, sizeof trial))
    return command_finish(command, LCM_EIO);
  options.sidecars = &a.trial;
  options.n_sidecars = a.aside;
  a.source = lcm_ctx_new(lcm_ctx_options(command->ctx));
  a.stands = lcm_ctx_new(lcm_ctx_options(command->ctx));
  status = a.source && a.stands ? guarded(&a) : LCM_ENOMEM;
  lcm_ctx_free(a.stands);
  lcm_ctx_free(a.source);
  if (a.trial)
    (void)unlink(a.trial);
  return command_finish(command, status);
}
