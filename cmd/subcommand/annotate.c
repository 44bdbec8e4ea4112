/* lcm annotate: its options, and where the new texts go. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "annotations/annotate/annotate.h"
#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "cmd/subcommand/annotate.h"

/* Make the directories that "path" lies in. */
static void make_directories(char *path) {
  for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = '\0';
    (void)mkdir(path, 0777);
    *at = '/';
  }
}

/* Return where in "directory" the file "name" goes. */
static const char *path_in(lcm_ctx *ctx, const char *directory,
                           const char *name) {
  const bool inside = name[0] != '/' && !strstr(name, "..");
  const char *slash = strrchr(name, '/');
  char *path = lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", directory,
                                inside || !slash ? name : slash + 1);
  make_directories(path);
  return path;
}

/* Print how the file of "file" becomes its text. */
static lcm_status put_diff(lcm_ctx *ctx,
                           const struct lcm_annotated_file *file) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *const argv[] = {
      "diff",     "-u",
      "--label",  lcm_arena_printf(arena, "a/%s", file->name),
      "--label",  lcm_arena_printf(arena, "b/%s", file->name),
      file->path, "-",
      NULL};
  const struct lcm_child child = {
      .argv = argv, .input = file->text, .input_len = file->len};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  const lcm_status ran = lcm_child_run(&out, &len, &status, ctx, &child);
  if (!ran && status > 1) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0}, "cannot run diff");
    return LCM_EIO;
  }
  return ran ? ran : lcm_file_write(ctx, NULL, out, len);
}

/* Write what has become of "file" where "command" asks for it. */
static lcm_status put_file(struct command *command,
                           const struct lcm_annotated_file *file) {
  const char *into = command->values[OPT_INTO];
  lcm_ctx *ctx = command->ctx;
  if (command->given[OPT_DIFF])
    return file->same ? LCM_OK : put_diff(ctx, file);
  const bool kept = command->given[OPT_IN_PLACE] || command->given[OPT_SIDECAR];
  const char *path = into   ? path_in(ctx, into, file->name)
                     : kept ? file->name
                            : NULL;
  return file->same && !into && path
             ? LCM_OK
             : lcm_file_write(ctx, path, file->text, file->len);
}

/* Say on standard output how many models were written into "file". */
static void summarise(const struct command *command,
                      const struct lcm_annotated_file *file) {
  const bool aside = command->given[OPT_SIDECAR];
  const bool files = command->given[OPT_IN_PLACE] || command->given[OPT_INTO];
  if (file->wanted && (files || (aside && !command->given[OPT_DIFF])) &&
      !command->given[OPT_QUIET])
    printf("%s: %zu model%s%s\n", lcm_ctx_shown(command->ctx, file->name),
           file->n_models, file->n_models == 1 ? "" : "s",
           file->same && !aside ? ", as they were" : "");
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

int run_annotate(struct command *command) {
  size_t seconds = 0;
  struct lcm_annotated annotated;
  if (!is_sensible(command) ||
      !command_number(&seconds, command, OPT_TIMEOUT,
                      "--timeout is a number of seconds", 1 << 20))
    return EXIT_USAGE;
  const struct lcm_annotate_options options = {
      .sources = {.inputs = command->inputs.at,
                  .n_inputs = command->inputs.n,
                  .flags = command->flags,
                  .n_flags = command->n_flags,
                  .build = command->values[OPT_BUILD],
                  .analyze = {.variant = command->values[OPT_VARIANT],
                              .seconds = (unsigned)seconds}},
      .fit = command->values[OPT_FIT],
      .counts = command->counts.at,
      .n_counts = command->counts.n,
      .each = command->given[OPT_PER] &&
              !strcmp(command->values[OPT_PER], "iteration"),
      .sections = command->given[OPT_SECTIONS],
      .sidecar = command->values[OPT_SIDECAR]};
  lcm_status status = lcm_annotate(&annotated, command->ctx, &options);
  for (size_t i = 0; i < annotated.n && !status; i++)
    if (annotated.at[i].text)
      status = put_file(command, &annotated.at[i]);
  for (size_t i = 0; i < annotated.n && !status; i++)
    if (annotated.at[i].text)
      summarise(command, &annotated.at[i]);
  return command_finish(command, status);
}
