/* A list of edits as changes of files. */
#include "study/patch/make.h"

#include <stdlib.h>
#include <string.h>

#include "study/patch/cutoff.h"
#include "study/patch/locks.h"
#include "study/patch/loops.h"
#include "study/patch/patching.h"
#include "study/patch/sections.h"
#include "study/patch/shapes.h"
#include "study/patch/teams.h"

/* What writes each verb; NULL: nothing in the text says the same. */
static lcm_patch_fn *writer_of(lcm_verb verb) {
  switch (verb) {
  case LCM_VERB_SERIALIZE:
    return lcm_patch_serialize;
  case LCM_VERB_PARALLELIZE:
    return lcm_patch_parallelize;
  case LCM_VERB_SCHEDULE:
    return lcm_patch_schedule;
  case LCM_VERB_CHUNK:
    return lcm_patch_chunk;
  case LCM_VERB_COLLAPSE:
    return lcm_patch_collapse;
  case LCM_VERB_NOWAIT:
    return lcm_patch_nowait;
  case LCM_VERB_SECTIONS:
    return lcm_patch_sections;
  case LCM_VERB_FUSE:
    return lcm_patch_fuse;
  case LCM_VERB_SPLIT:
    return lcm_patch_split;
  case LCM_VERB_THREADS:
    return lcm_patch_threads;
  case LCM_VERB_REDUCE:
    return lcm_patch_reduce;
  case LCM_VERB_UNLOCK:
    return lcm_patch_unlock;
  case LCM_VERB_MOVE:
    return lcm_patch_move;
  case LCM_VERB_CUTOFF:
    return lcm_patch_cutoff;
  case LCM_VERB_PRIORITIZE:
    return lcm_patch_prioritize;
  case LCM_VERB_TEAMS:
  case LCM_VERB_CHECK:
  case LCM_VERB_PARTITION:
  case LCM_VERB_PAD:
  case LCM_VERB_PIPELINE:
  case LCM_VERB_COMBINE:
  case LCM_VERB_MODEL:
  case LCM_VERB_WITH:
  case LCM_VERB_COUNT:
    break;
  }
  return NULL;
}

/* Return why "verb", which nothing writes, is not written. */
static const char *why_not(lcm_verb verb) {
  if (verb == LCM_VERB_MODEL || verb == LCM_VERB_WITH)
    return "it changes a model, not the program";
  if (verb == LCM_VERB_CHECK)
    return "what is asked without the lock has to be read atomically, which "
           "is for you to write";
  if (verb == LCM_VERB_TEAMS)
    return "no clause gives sections their own processors";
  return "the data and the code around them have to be written anew";
}

/* Write the edit "made" into the texts of "user". */
static lcm_status write_edit(const struct lcm_edit_made *made, void *user) {
  struct lcm_patching *p = user;
  lcm_patch_fn *write = writer_of(made->step->verb);
  p->step = made->step;
  p->before = made->before;
  p->after = made->after;
  if (!write) {
    lcm_patch_cannot(p, NULL, "%s", why_not(made->step->verb));
    return LCM_ESTRUCT;
  }
  for (size_t i = 0; i < made->places.all.n; i++)
    if (!write(p, made->places.all.at[i].spots, made->step->n_places))
      return LCM_ESTRUCT;
  return LCM_OK;
}

/* Compare the sources "a" and "b" by their paths. */
static int compare(const void *a, const void *b) {
  const struct lcm_patch_source *x = *(struct lcm_patch_source *const *)a;
  const struct lcm_patch_source *y = *(struct lcm_patch_source *const *)b;
  return strcmp(x->path, y->path);
}

/* Put the files of "p" that change into "*out". */
static void put_files(struct lcm_patch *out, struct lcm_patching *p) {
  struct lcm_patch_file *files = LCM_NEW_ARRAY(
      lcm_ctx_arena(p->ctx), struct lcm_patch_file, p->sources.n + 1);
  if (p->sources.n)
    qsort(p->sources.at, p->sources.n, sizeof(*p->sources.at), compare);
  out->files = files;
  for (size_t i = 0; i < p->sources.n; i++) {
    struct lcm_patch_source *source = p->sources.at[i];
    if (!lcm_source_changes(source))
      continue;
    lcm_directives_settle(source);
    struct lcm_patch_file *file = &files[out->n_files++];
    *file = (struct lcm_patch_file){
        .path = source->path, .old = source->text, .old_len = source->len};
    file->text = lcm_source_render(&file->len, source, 0, source->len);
  }
}

lcm_status lcm_patch_make(struct lcm_patch *out, lcm_ctx *ctx,
                          const lcm_program *program,
                          const lcm_restructuring *edits,
                          const struct lcm_patch_options *options) {
  struct lcm_patching p = {
      .ctx = ctx, .read = options->read, .user = options->user};
  *out = (struct lcm_patch){0};
  const struct lcm_edit_watcher watcher = {write_edit, &p};
  const lcm_status status = lcm_program_restructure_seen(
      &out->program, ctx, program, edits, options->force, &watcher);
  if (!status)
    put_files(out, &p);
  return status;
}
