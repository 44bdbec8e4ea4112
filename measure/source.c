/* The sources of the program: those that are named, else those in which its
 * addresses lie. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/fs.h"
#include "measure/nodes.h"
#include "measure/source.h"

typedef LCM_LIST(const char *) path_list;

/* Analyse "files" with the flags of the database in "build" (or NULL), and what
 * the sources of the options of "session" name besides inputs. */
static lcm_status analyse(struct profile_session *session,
                          const path_list *files, const char *build) {
  struct lcm_load_options options = session->options->sources;
  struct profile_sources *sources = &session->sources;
  const struct lcm_unit *units = NULL;
  const lcm_program *program = NULL;
  size_t n = 0;
  size_t n_programs = 0;
  options.inputs = files->at;
  options.n_inputs = files->n;
  options.build = build;
  lcm_status status = lcm_load_units(&units, &n, sources->ctx, &options);
  const lcm_program **programs =
      LCM_NEW_ARRAY(lcm_ctx_arena(sources->ctx), const lcm_program *, n + 1);
  for (size_t i = 0; i < n && !status; i++)
    if (units[i].program)
      programs[n_programs++] = units[i].program;
  if (!status && n_programs)
    status =
        lcm_program_join(&program, sources->ctx, programs, n_programs, true);
  return status || !program ? status : profile_sources_add(sources, program);
}

lcm_status profile_sources_given(struct profile_session *session) {
  const struct lcm_load_options *given = &session->options->sources;
  path_list files = {0};
  char *here = getcwd(NULL, 0);
  session->sources.ctx = session->ctx;
  session->sources.root = here ? lcm_intern(session->ctx, here) : NULL;
  free(here);
  for (size_t i = 0; i < given->n_inputs; i++)
    LCM_LIST_ADD(lcm_ctx_arena(session->ctx), &files, given->inputs[i]);
  if (!files.n && !given->build)
    return LCM_OK;
  session->given = true;
  return analyse(session, &files, given->build);
}

/* Return whether "path" is a C source that may be the user's. */
static bool is_own_source(const char *path) {
  const size_t n = strlen(path);
  return n > 2 && !strcmp(path + n - 2, ".c") && strncmp(path, "/usr/", 5) &&
         lcm_file_is_readable(path);
}

/* Return "path" relative to "root" where it lies below that. */
static const char *relative(const char *path, const char *root) {
  const size_t n = root ? strlen(root) : 0;
  return n && !strncmp(path, root, n) && path[n] == '/' ? path + n + 1 : path;
}

/* Add the files of the frames of "spot" to "files". */
static void add_files(path_list *files, struct profile_sources *sources,
                      const struct profile_spot *spot) {
  for (size_t i = 0; i < spot->frames.n; i++) {
    const char *file = spot->frames.at[i].file;
    char *real = file ? realpath(file, NULL) : NULL;
    const char *path =
        real ? lcm_intern(sources->ctx, relative(real, sources->root)) : NULL;
    bool known = !path || !is_own_source(path);
    free(real);
    for (size_t k = 0; k < files->n && !known; k++)
      known = files->at[k] == path;
    known = known || profile_file_find(sources, path);
    if (!known)
      LCM_LIST_ADD(lcm_ctx_arena(sources->ctx), files, path);
  }
}

/* Return the folder at "folder" or above it, or one called build there, that
 * has a compilation database; NULL where none has. */
static const char *find_database(lcm_ctx *ctx, const char *folder) {
  static const char *const PLACES[] = {"", "/build"};
  size_t n = strlen(folder);
  while (n) {
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
      const char *place = lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s%s", (int)n,
                                           folder, PLACES[i]);
      if (lcm_file_is_readable(lcm_arena_printf(
              lcm_ctx_arena(ctx), "%s/compile_commands.json", place)))
        return place;
    }
    while (n && folder[--n] != '/')
      ;
  }
  return NULL;
}

/* Return the folder with the compilation database of "file", NULL for none. */
static const char *database_of(lcm_ctx *ctx, const char *file) {
  char *real = realpath(file, NULL);
  const char *folder = NULL;
  if (real) {
    *strrchr(real, '/') = '\0';
    folder = find_database(ctx, lcm_intern(ctx, real));
  }
  free(real);
  return folder;
}

/* Return whether what "file" says depends on macros. */
static bool is_conditional(const char *file) {
  size_t len = 0;
  const char *text = lcm_file_map(&len, file);
  const bool found = text && lcm_find(text, len, "#if");
  if (text)
    lcm_file_unmap(text, len);
  return found;
}

/* Say that "files" were read without the flags of their build, where these may
 * change what they are. */
static void report_flags(lcm_ctx *ctx, const path_list *files) {
  for (size_t i = 0; i < files->n; i++)
    if (is_conditional(files->at[i])) {
      lcm_report(ctx, LCM_DIAG_NO_FLAGS, (lcm_loc){.file = files->at[i]},
                 "it was read without the flags of its build, which may "
                 "change what its #if take: -p BUILD or a "
                 "compile_commands.json gives them");
      return;
    }
}

lcm_status profile_sources_find(struct profile_session *session,
                                const char *program) {
  path_list files = {0};
  lcm_ctx *ctx = session->ctx;
  if (session->given || (session->found && !strcmp(session->found, program)))
    return LCM_OK;
  session->found = program;
  for (size_t i = 0; i < session->symbols.spots.n; i++)
    if (session->symbols.spots.at[i]->user)
      add_files(&files, &session->sources, session->symbols.spots.at[i]);
  if (!files.n)
    return LCM_OK;
  const char *build = database_of(ctx, files.at[0]);
  session->sources.shortens = true;
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = analyse(session, &files, build);
  (void)lcm_ctx_mute(ctx, muted);
  if (!build)
    report_flags(ctx, &files);
  return status == LCM_ENOMEM ? status : LCM_OK;
}
