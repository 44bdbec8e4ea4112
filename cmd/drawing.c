/* Pictures in files: in SVG, or in what lcm-render makes of it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/drawing.h"
#include "cmd/options.h"

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

lcm_status command_draw(struct command *command,
                        const struct command_drawing *drawing,
                        const char *file) {
  const char *argv[] = {renderer(command), "-T", drawing->type,
                        drawing->is_svg ? "--svg" : NULL, NULL};
  const struct lcm_child child = {.argv = argv,
                                  .input = drawing->text,
                                  .input_len = drawing->len,
                                  .seconds = DRAW_SECONDS};
  char *picture = NULL;
  size_t len = 0;
  int exit_status = 0;
  lcm_status status =
      lcm_child_run(&picture, &len, &exit_status, command->ctx, &child);
  if (!status && exit_status) {
    report_renderer(command->ctx, exit_status);
    status = LCM_EIO;
  }
  return status ? status : lcm_file_write(command->ctx, file, picture, len);
}

/* Return the end of the name "file" from its last dot on, "" where there is
 * none. */
static const char *ending_of(const char *file) {
  const char *slash = strrchr(file, '/');
  const char *dot = strrchr(slash ? slash : file, '.');
  return dot ? dot : "";
}

/* Return whether "ending" is one of "endings". */
static bool is_among(const char *ending, const char *endings) {
  const size_t n = strlen(ending);
  for (const char *at = endings; n && *at; at += *at == '|') {
    const size_t len = strcspn(at, "|");
    if (len == n && !strncmp(at, ending, n))
      return true;
    at += len;
  }
  return false;
}

/* Return whether the name that "option" gives, if it does, ends in one of
 * "endings", or is "-"; else there is a message. */
static bool check_ending(const struct command *command, enum option option,
                         const char *endings) {
  const char *file = command->values[option];
  if (!file || !strcmp(file, "-") || is_among(ending_of(file), endings))
    return true;
  lcm_buf list = {0};
  for (const char *at = endings; *at; at += *at == '|') {
    const size_t n = strcspn(at, "|");
    lcm_buf_printf(&list, "%s%.*s",
                   !list.len ? ""
                   : at[n]   ? ", "
                             : " and ",
                   (int)n, at);
    at += n;
  }
  command_complain("%s writes what the name of its file ends in, which '%s' "
                   "does not say; there are %s",
                   command_option_name(option), file,
                   list.failed ? endings : list.text);
  lcm_buf_free(&list);
  return false;
}

/* Return whether what "command" writes takes the place of no source that it
 * reads, but where that is what it is for; else there is a message. */
static bool spares_sources(const struct command *command) {
  static const char SOURCES[] = ".c|.h";
  const char *unknowns = command->values[OPT_UNKNOWNS];
  const char *output = command->values[OPT_OUTPUT];
  if (unknowns && is_among(ending_of(unknowns), SOURCES)) {
    command_complain("--unknowns writes a file, and '%s' is named as C source: "
                     "the name of that file comes first, then the program, as "
                     "in --unknowns unknown.txt %s",
                     unknowns, unknowns);
    return false;
  }
  for (size_t i = 0; output && i < command->inputs.n; i++)
    if (!strcmp(output, command->inputs.at[i]) &&
        is_among(ending_of(output), SOURCES) && strcmp(command->name, "edit")) {
      command_complain("-o would write over '%s', which is read: name another "
                       "file",
                       output);
      return false;
    }
  return true;
}

bool command_check_endings(const struct command *command) {
  static const char CHARTS[] = ".svg|.png|.pdf|.gp";
  static const struct {
    enum option option;
    const char *endings;
  } FILES[] = {{OPT_CHART, CHARTS},
               {OPT_WINNERS, CHARTS},
               {OPT_RUN_CHART, CHARTS},
               {OPT_ROOFLINE, CHARTS},
               {OPT_TRACE_TIMELINE,
                ".svg|.png|.pdf|.html|.json|.pftrace|.perfetto-trace|.txt"},
               {OPT_TIMELINE, ".svg|.png|.pdf|.html|.json|.pftrace|"
                              ".perfetto-trace|.csv|.tsv|.txt"},
               {OPT_PLOT, ".svg"}};
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
    if (!check_ending(command, FILES[i].option, FILES[i].endings))
      return false;
  return spares_sources(command);
}

lcm_status command_write_picture(struct command *command, lcm_buf *svg,
                                 const char *file) {
  const char *ending = ending_of(file);
  const struct command_drawing drawing = {svg->text, svg->len, true,
                                          ending + 1};
  const lcm_status status =
      svg->failed ? LCM_ENOMEM
      : is_among(ending, ".png|.pdf")
          ? command_draw(command, &drawing, file)
          : lcm_file_write(command->ctx, file, svg->text, svg->len);
  lcm_buf_free(svg);
  return status;
}
