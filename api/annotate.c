/* Writing fitted models into source. */
#include <stdlib.h>

#include "annotations/annotate/annotate.h"
#include "api/request.h"

/* Files as they are to be. */
struct liblcm_annotation {
  lcm_ctx *ctx; /* holds "of" */
  struct lcm_annotated of;
};

/* Source being annotated. */
struct annotating {
  const struct liblcm_annotate_options *options;
  struct lcm_annotated out;
};

/* Annotate what "user" says. */
static lcm_status annotate(lcm_ctx *ctx, void *user) {
  struct annotating *a = user;
  const struct liblcm_annotate_options *o = a->options;
  const struct lcm_annotate_options options = {
      .sources = {.inputs = o->files,
                  .n_inputs = o->n_files,
                  .flags = o->flags,
                  .n_flags = o->n_flags,
                  .analyze = {.variant = o->variant}},
      .fit = o->fit,
      .sidecar = o->sidecar,
      .each = o->per_iteration != 0,
      .sections = o->sections != 0};
  return lcm_annotate(&a->out, ctx, &options);
}

liblcm_code liblcm_annotate(liblcm_annotation **out,
                            const struct liblcm_annotate_options *options,
                            liblcm_log *log) {
  struct annotating a = {.options = options};
  const struct lcm_api_request request = {
      .body = annotate, .user = &a, .log = log};
  if (!out || !options || !options->n_files ||
      !lcm_api_check_texts(options->files, options->n_files) ||
      !lcm_api_check_texts(options->flags, options->n_flags))
    return LIBLCM_ERROR_USAGE;
  liblcm_annotation *handle = calloc(1, sizeof *handle);
  if (!handle)
    return LIBLCM_ERROR_MEMORY;
  const liblcm_code code = lcm_api_run(&handle->ctx, &request);
  handle->of = a.out;
  if (code)
    free(handle);
  else
    *out = handle;
  return code;
}

size_t liblcm_annotation_files(const liblcm_annotation *annotation) {
  return annotation ? annotation->of.n : 0;
}

liblcm_code liblcm_annotation_file(struct liblcm_annotated_file *out,
                                   const liblcm_annotation *annotation,
                                   size_t i) {
  if (!out || i >= liblcm_annotation_files(annotation))
    return LIBLCM_ERROR_USAGE;
  const struct lcm_annotated_file *file = &annotation->of.at[i];
  *out = (struct liblcm_annotated_file){.name = file->name,
                                        .text = file->text,
                                        .len = file->len,
                                        .models = file->n_models,
                                        .changed = file->text && !file->same};
  return LIBLCM_OK;
}

void liblcm_annotation_free(liblcm_annotation *annotation) {
  if (annotation)
    lcm_ctx_free(annotation->ctx);
  free(annotation);
}
