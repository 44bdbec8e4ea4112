/* Fitted models become comments: the request as a whole, from files and the fit
 * to new texts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/units/units.h"
#include "annotations/annotate/annotate.h"
#include "annotations/annotate/below.h"
#include "annotations/annotate/count.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/moves.h"
#include "annotations/annotate/plan.h"
#include "annotations/annotate/sidecar.h"
#include "annotations/annotate/text.h"
#include "annotations/annotate/write.h"
#include "base/fs.h"

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
  const struct lcm_unit_input plain = {.file = name,
                                       .flags = a->how->sources.flags,
                                       .n_flags = a->how->sources.n_flags};
  for (size_t i = 0; i < a->files.n; i++)
    if (!strcmp(a->files.at[i].name, name))
      return LCM_OK;
  return annotate_add(a, name, entry ? entry : &plain);
}

/* Read the files that are named, or all of the compilation database. */
static lcm_status add_files(struct annotate *a) {
  const struct lcm_load_options *sources = &a->how->sources;
  const struct lcm_unit_input *all = NULL;
  size_t n = 0;
  const char *build = sources->build;
  lcm_status status =
      build ? lcm_compile_commands_read(&all, &n, a->ctx, build, false)
            : LCM_OK;
  if (status)
    return status;
  for (size_t i = 0; i < sources->n_inputs && !status; i++) {
    const char *name = sources->inputs[i];
    const lcm_status own = add_file(a, name, entry_of(all, n, name));
    status = own == LCM_EIO ? own : status;
  }
  for (size_t i = 0; i < n && !sources->n_inputs && !status; i++) {
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

/* Return why nothing of the fit of "a", which no file is in, is written. */
static const char *why_nothing(struct annotate *a) {
  const char *seen = NULL;
  const lcm_fit *fit = a->fit;
  for (size_t i = 0; i < fit->n_models; i++)
    if (fit->models[i].selected && *fit->models[i].fragment)
      seen = seen ? seen : fit->models[i].fragment;
  if (!fit->n_models)
    return "the fit has no models";
  if (!seen)
    return "the fit has models of the whole run alone, and a comment speaks of "
           "a part of the source: measure parts, as lcm profile does; `lcm "
           "fit` has the time of the whole run";
  return lcm_arena_printf(lcm_ctx_arena(a->ctx),
                          "none of the fragments of the fit, as '%s', is in "
                          "the files that are named",
                          seen);
}

/* Say so where nothing of the fit is of any file. */
static void report_nothing(struct annotate *a) {
  size_t read = 0;
  for (size_t i = 0; i < a->files.n; i++) {
    if (a->files.at[i].wanted)
      return;
    read += a->files.at[i].program != NULL;
  }
  if (read)
    lcm_report(a->ctx, LCM_DIAG_NOT_WRITTEN,
               (lcm_loc){.file = lcm_intern(a->ctx, a->how->fit)},
               "nothing is written: %s", why_nothing(a));
}

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
  if (a->fit && !status)
    report_nothing(a);
  return status;
}

static bool is_same(const struct annotate_file *file) {
  return file->result_len == file->len &&
         !memcmp(file->result, file->text, file->len);
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

/* Put what has become of the files of "a" into "out". */
static void take_files(struct lcm_annotated *out, struct annotate *a) {
  LCM_LIST(struct lcm_annotated_file) all = {0};
  for (size_t i = 0; i < a->files.n; i++) {
    const struct annotate_file *file = &a->files.at[i];
    const bool made = file->result != NULL;
    const struct lcm_annotated_file one = {
        .name = file->name,
        .path = lcm_intern(a->ctx, file->path),
        .text = made ? lcm_arena_strndup(lcm_ctx_arena(a->ctx), file->result,
                                         file->result_len)
                     : NULL,
        .len = file->result_len,
        .same = made && is_same(file),
        .wanted = file->wanted,
        .n_models = file->n_models};
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &all, one);
  }
  *out = (struct lcm_annotated){all.at, all.n};
}

/* A request, and what comes of it. */
struct annotate_request {
  struct annotate *a;
  struct lcm_annotated *out;
};

/* Do what "request" asks for. */
static lcm_status annotate(struct annotate_request *request) {
  struct annotate *a = request->a;
  lcm_status status = a->aside ? annotate_aside(a) : LCM_OK;
  status = status ? status : add_files(a);
  annotate_report(a);
  status = status ? status : make_texts(a);
  if (status)
    return status;
  if (!a->aside) {
    take_files(request->out, a);
    return LCM_OK;
  }
  struct lcm_annotated_file *one =
      LCM_NEW(lcm_ctx_arena(a->ctx), struct lcm_annotated_file);
  *request->out = (struct lcm_annotated){one, 1};
  return annotate_sidecar(one, a);
}

/* Do it in the context of the texts as they stand, "user" being the request. */
static lcm_status annotate_inner(lcm_ctx *ctx, void *user) {
  (void)ctx;
  return annotate(user);
}

/* Do it in the context of the structures. */
static lcm_status annotate_outer(lcm_ctx *ctx, void *user) {
  const struct annotate_request *request = user;
  (void)ctx;
  return lcm_ctx_guard(request->a->stands, annotate_inner, user);
}

lcm_status lcm_annotate(struct lcm_annotated *out, lcm_ctx *ctx,
                        const struct lcm_annotate_options *options) {
  const struct lcm_load_options *sources = &options->sources;
  char trial[4096];
  struct annotate a = {.how = options,
                       .ctx = ctx,
                       .aside = options->sidecar != NULL,
                       .each = options->each};
  struct annotate_request request = {&a, out};
  *out = (struct lcm_annotated){0};
  lcm_status status = options->fit ? read_fit(&a, options->fit) : LCM_OK;
  if (status)
    return status;
  struct lcm_analyze_options how = {.variant = sources->analyze.variant,
                                    .seconds = sources->analyze.seconds,
                                    .alone = sources->n_inputs == 1 &&
                                             !sources->build};
  how.given = variables_of(&how.n_given, ctx, a.fit);
  a.options = &how;
  if (a.aside && !make_trial(&a, trial, sizeof trial))
    return LCM_EIO;
  how.sidecars = &a.trial;
  how.n_sidecars = a.aside;
  a.source = lcm_ctx_new(lcm_ctx_options(ctx));
  a.stands = lcm_ctx_new(lcm_ctx_options(ctx));
  status = a.source && a.stands
               ? lcm_ctx_guard(a.source, annotate_outer, &request)
               : LCM_ENOMEM;
  lcm_ctx_free(a.stands);
  lcm_ctx_free(a.source);
  if (a.trial)
    (void)unlink(a.trial);
  return status;
}
