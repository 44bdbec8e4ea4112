/* The sources of the program: those that are named, else those in which its
 * addresses lie. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "measure/nodes.h"
#include "measure/source.h"

typedef LCM_LIST(const char *) path_list;

/* Analyse "files", and what the sources of the options of "session" name
 * besides inputs. */
static lcm_status analyse(struct profile_session *session,
                          const path_list *files) {
  struct lcm_load_options options = session->options->sources;
  struct profile_sources *sources = &session->sources;
  const struct lcm_unit *units = NULL;
  const lcm_program *program = NULL;
  size_t n = 0;
  size_t n_programs = 0;
  options.inputs = files->at;
  options.n_inputs = files->n;
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
  session->sources.shifted = session->runtime.gcc;
  session->sources.root = here ? lcm_intern(session->ctx, here) : NULL;
  free(here);
  for (size_t i = 0; i < given->n_inputs; i++)
    LCM_LIST_ADD(lcm_ctx_arena(session->ctx), &files, given->inputs[i]);
  if (!files.n && !given->build)
    return LCM_OK;
  session->found = true;
  return analyse(session, &files);
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
static void add_files(path_list *files, const struct profile_sources *sources,
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
    if (!known)
      LCM_LIST_ADD(lcm_ctx_arena(sources->ctx), files, path);
  }
}

lcm_status profile_sources_find(struct profile_session *session) {
  path_list files = {0};
  lcm_ctx *ctx = session->ctx;
  if (session->found)
    return LCM_OK;
  session->found = true;
  for (size_t i = 0; i < session->symbols.spots.n; i++)
    if (session->symbols.spots.at[i]->user)
      add_files(&files, &session->sources, session->symbols.spots.at[i]);
  if (!files.n)
    return LCM_OK;
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = analyse(session, &files);
  (void)lcm_ctx_mute(ctx, muted);
  return status == LCM_ENOMEM ? status : LCM_OK;
}
