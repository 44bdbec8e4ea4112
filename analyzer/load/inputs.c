/* The C files among the inputs, with the flags that they are compiled with:
 * those of a compilation database, or those given. Structures (.lcs) among
 * the inputs.  PAMELA models among the inputs. */
#include "analyzer/load/inputs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/load/goal.h"
#include "analyzer/load/task_graph.h"
#include "analyzer/units/units.h"
#include "base/fs.h"
#include "base/list.h"
#include "model/lcs/lcs.h"
#include "model/measurement/measurement.h"
#include "pamela/pamela.h"

/* Return whether "name" is that of a PAMELA model, or of what becomes one. */
static bool is_model(const char *name) {
  const size_t n = strlen(name);
  return (n >= 4 && !strcmp(name + n - 4, ".pam")) ||
         lcm_load_is_task_graph(name);
}

typedef LCM_LIST(struct lcm_pamela_text) text_list;

/* Add the text of the file "name" to "texts". */
static lcm_status add_text(text_list *texts, lcm_ctx *ctx, const char *name) {
  char *text = NULL;
  size_t len = 0;
  char *graph = NULL;
  lcm_status status = lcm_file_read(&text, &len, ctx, name);
  if (!status && lcm_load_is_task_graph(name)) {
    status = lcm_task_graph_to_pam(&graph, ctx, name, text, len);
    text = graph ? lcm_arena_strdup(lcm_ctx_arena(ctx), graph) : text;
    len = graph ? strlen(graph) : len;
    free(graph);
  }
  const struct lcm_pamela_text one = {name, text, len};
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), texts, one);
  return status;
}

lcm_status lcm_load_model(const lcm_program **out, lcm_ctx *ctx,
                          const struct lcm_load_options *options) {
  const struct lcm_pamela_options how = {.model = options->model,
                                         .open = options->open};
  text_list texts = {0};
  lcm_status status = LCM_OK;
  *out = NULL;
  for (size_t i = 0; i < options->n_inputs && !status; i++)
    if (is_model(options->inputs[i]))
      status = add_text(&texts, ctx, options->inputs[i]);
  if (!status && options->model && !texts.n) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "--model chooses an equation of a model (.pam)");
    return LCM_EUSAGE;
  }
  return status || !texts.n
             ? status
             : lcm_pamela_read_all(out, ctx, texts.at, texts.n, &how);
}

bool lcm_load_is_structure(const char *name) {
  const size_t n = strlen(name);
  return (n >= 4 && !strcmp(name + n - 4, ".lcs")) || !strcmp(name, "-") ||
         lcm_load_is_goal(name);
}

/* Put the program that the "len" bytes at "text" are a schedule of, of the file
 * "name", into "*out". */
static lcm_status load_goal(const lcm_program **out, lcm_ctx *ctx,
                            const char *name, const char *text, size_t len) {
  char *lcs = NULL;
  lcm_status status = lcm_goal_to_lcs(&lcs, ctx, name, text, len);
  if (!status)
    status = lcm_program_parse(out, ctx, name, lcs, strlen(lcs));
  free(lcs);
  return status;
}

lcm_status lcm_load_structure(const lcm_program **out, lcm_ctx *ctx,
                              const char *name,
                              const struct lcm_load_options *options) {
  const struct lcm_pamela_options how = {.model = options->model,
                                         .open = options->open};
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, ctx, name);
  const bool is_lcs =
      strcmp(name, "-") != 0 || !len || (len >= 4 && !memcmp(text, "lcs ", 4));
  const struct lcm_pamela_text one = {name, text, len};
  if (status)
    return status;
  if (lcm_load_is_goal(name))
    return load_goal(out, ctx, name, text, len);
  return is_lcs ? lcm_program_parse(out, ctx, name, text, len)
                : lcm_pamela_read_all(out, ctx, &one, 1, &how);
}

typedef LCM_LIST(struct lcm_unit_input) unit_list;

/* Return whether the input "name" is one C file. */
static bool is_c_file(const char *name) {
  return !lcm_path_is_directory(name) && !lcm_load_is_structure(name) &&
         !is_model(name);
}

/* Return the flag "word" with the path in it, or that it is, from the root of
 * the file system on, where it names something that is there. */
static const char *from_root(lcm_ctx *ctx, const char *word) {
  static const char *const PREFIXES[] = {"-I",         "-isystem", "-iquote",
                                         "-idirafter", "-include", "-imacros"};
  size_t n = 0;
  for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
    if (!strncmp(word, PREFIXES[i], strlen(PREFIXES[i])))
      n = strlen(PREFIXES[i]);
  if (!word[n] || (!n && word[0] == '-'))
    return word;
  char *path = realpath(word + n, NULL);
  const char *out =
      path ? lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s%s",
                                              (int)n, word, path))
           : word;
  free(path);
  return out;
}

/* Let "input" have the flags of "options" behind its own. */
static void add_flags(struct lcm_unit_input *input, lcm_ctx *ctx,
                      const struct lcm_load_options *options) {
  lcm_word_list flags = {0};
  lcm_word_list given = {0};
  const lcm_loc nowhere = {0};
  for (size_t i = 0; i < input->n_flags; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, input->flags[i]);
  lcm_words_expand(&given, ctx, options->flags, options->n_flags, NULL,
                   nowhere);
  for (size_t i = 0; i < given.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags,
                 input->directory ? from_root(ctx, given.at[i]) : given.at[i]);
  input->flags = flags.at;
  input->n_flags = flags.n;
}

/* Add the units of the compilation database of "directory": those of the file
 * "only", all of them for NULL. */
static lcm_status add_database(unit_list *units, lcm_ctx *ctx,
                               const struct lcm_load_options *options,
                               const char *directory, const char *only) {
  const struct lcm_unit_input *all = NULL;
  size_t n = 0;
  char *wanted = only ? realpath(only, NULL) : NULL;
  const lcm_status status =
      lcm_compile_commands_read(&all, &n, ctx, directory, !only);
  for (size_t i = 0; !status && i < n; i++) {
    char *path = wanted ? realpath(all[i].file, NULL) : NULL;
    struct lcm_unit_input input = all[i];
    if (!only || (wanted && path && !strcmp(path, wanted))) {
      add_flags(&input, ctx, options);
      LCM_LIST_ADD(lcm_ctx_arena(ctx), units, input);
    }
    free(path);
  }
  free(wanted);
  return status;
}

/* Add the C file "name" with the flags that its compilation database has for
 * it, else with those of "options". */
static lcm_status add_file(unit_list *units, lcm_ctx *ctx,
                           const struct lcm_load_options *options,
                           const char *name) {
  struct lcm_unit_input plain = {.file = name};
  const size_t before = units->n;
  const char *build = options->build;
  const lcm_status status =
      build ? add_database(units, ctx, options, build, name) : LCM_OK;
  if (!status && units->n == before) {
    add_flags(&plain, ctx, options);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), units, plain);
  }
  return status;
}

/* Let the units in "units" have the texts of "options" where it has some. */
static void add_texts(unit_list *units,
                      const struct lcm_load_options *options) {
  for (size_t i = 0; i < units->n; i++)
    for (size_t k = 0; k < options->n_texts; k++)
      if (!strcmp(units->at[i].file, options->texts[k].file)) {
        units->at[i].text = options->texts[k].text;
        units->at[i].len = options->texts[k].len;
      }
}

/* Refuse the file of "input" where that is read and no regular one. */
static lcm_status check_regular(lcm_ctx *ctx,
                                const struct lcm_unit_input *input) {
  if (input->text || !lcm_path_is_special(input->file))
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = lcm_intern(ctx, input->file)},
             "it is a pipe, a device or a socket; C is read from regular "
             "files only");
  return LCM_EIO;
}

lcm_status lcm_load_inputs(const struct lcm_unit_input **inputs, size_t *n,
                           lcm_ctx *ctx,
                           const struct lcm_load_options *options) {
  unit_list found = {0};
  lcm_status status = LCM_OK;
  bool files = options->continued;
  for (size_t i = 0; i < options->n_inputs && !status; i++) {
    const char *name = options->inputs[i];
    const bool is_file = is_c_file(name);
    files = files || is_file;
    if (is_file)
      status = add_file(&found, ctx, options, name);
    else if (lcm_path_is_directory(name))
      status = add_database(&found, ctx, options, name, NULL);
  }
  if (!status && !files && options->build)
    status = add_database(&found, ctx, options, options->build, NULL);
  add_texts(&found, options);
  for (size_t i = 0; i < found.n && !status; i++)
    status = check_regular(ctx, &found.at[i]);
  lcm_compile_commands_note(ctx, found.at, found.n);
  *inputs = found.at;
  *n = found.n;
  return status;
}

/* Refuse the directory of the build that "options" name where it is none: what
 * looks like numbers was meant as those of processors. */
static lcm_status check_build(lcm_ctx *ctx,
                              const struct lcm_load_options *options) {
  const char *build = options->build;
  if (!build || lcm_path_is_directory(build))
    return LCM_OK;
  const char *at = lcm_intern(ctx, build);
  if (at[strspn(at, "0123456789,:*")])
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = at},
               "there is no such directory: -p names the one that has "
               "compile_commands.json");
  else
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = at},
               "there is no such directory: -p names the one that has "
               "compile_commands.json; for that many processors write -D p=%s",
               at);
  return LCM_EIO;
}

/* Return what to say of the input "name", which is no file. */
static const char *no_file(lcm_ctx *ctx, const char *name) {
  const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return n && name[n] == '='
             ? lcm_arena_printf(lcm_ctx_arena(ctx),
                                "there is no such file: to give a variable its "
                                "values, write -D %s",
                                name)
             : "there is no such file";
}

lcm_status lcm_load_check(lcm_ctx *ctx,
                          const struct lcm_load_options *options) {
  const lcm_status status = check_build(ctx, options);
  if (status)
    return status;
  for (size_t i = 0; i < options->n_inputs; i++) {
    const char *name = options->inputs[i];
    if (strcmp(name, "-") != 0 && !lcm_path_exists(name)) {
      lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = lcm_intern(ctx, name)},
                 "%s", no_file(ctx, name));
      return LCM_EIO;
    }
    if (is_c_file(name) && lcm_measured_refuse(ctx, name, "a program"))
      return LCM_EUSAGE;
  }
  return LCM_OK;
}

bool lcm_load_is_all_c(const struct lcm_load_options *options) {
  bool all = true;
  for (size_t i = 0; i < options->n_inputs && all; i++) {
    const char *name = options->inputs[i];
    all = !lcm_load_is_structure(name) && !is_model(name) &&
          lcm_path_exists(name);
  }
  return all;
}

bool lcm_load_has_database(const struct lcm_load_options *options) {
  bool found = options->build != NULL;
  for (size_t i = 0; i < options->n_inputs; i++)
    found = found || lcm_path_is_directory(options->inputs[i]);
  return found;
}

/* Return whether "entry" is a C file by its name. */
static int is_source(const struct dirent *entry) {
  const size_t n = strlen(entry->d_name);
  return n > 2 && !strcmp(entry->d_name + n - 2, ".c");
}

size_t lcm_load_sources(const char *const **out, lcm_ctx *ctx,
                        const char *folder) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  LCM_LIST(const char *) files = {0};
  struct dirent **entries = NULL;
  *out = NULL;
  if (!lcm_path_is_directory(folder) ||
      lcm_path_exists(
          lcm_arena_printf(arena, "%s/compile_commands.json", folder)))
    return 0;
  const int n = scandir(folder, &entries, is_source, alphasort);
  for (int i = 0; i < n; i++) {
    const char *path =
        lcm_arena_printf(arena, "%s/%s", folder, entries[i]->d_name);
    LCM_LIST_ADD(arena, &files, path);
    free(entries[i]);
  }
  free(entries);
  *out = files.at;
  return files.n;
}
