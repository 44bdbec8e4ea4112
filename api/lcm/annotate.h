/* Fitted models written into source. */
#ifndef LIBLCM_ANNOTATE_H
#define LIBLCM_ANNOTATE_H

#include <stddef.h>

#include "log.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Files of source with what becomes of them. */
typedef struct liblcm_annotation liblcm_annotation;

/* What to write where. */
struct liblcm_annotate_options {
  const char *const *files; /* C files, "n_files" of them */
  size_t n_files;
  const char *const *flags; /* for the C compiler, "n_flags" of them */
  size_t n_flags;
  /* a file with fitted models (lcm-fit/1); NULL: what was written before is
   * taken out */
  const char *fit;
  /* the file beside the source that models are for; NULL: they become comments
   * in the source */
  const char *sidecar;
  const char *variant; /* as in liblcm_load_options */
  /* models of loops are of one iteration where they can be */
  int per_iteration;
  int sections; /* which data nodes use is written, too */
};

/* Put what the files of "options" are to be into "*out"; no file is written.
 * They are analysed in this process. */
LIBLCM_CHECKED liblcm_code
liblcm_annotate(liblcm_annotation **out,
                const struct liblcm_annotate_options *options, liblcm_log *log);

/* A file. */
struct liblcm_annotated_file {
  const char *name; /* as it was given */
  /* what it is to be, "len" bytes; NULL: it could not be read */
  const char *text;
  size_t len;
  size_t models; /* how many fitted models that has */
  int changed;   /* it is something else now */
};

/* Return how many files "annotation" has: the sidecar file alone where there is
 * one. */
size_t liblcm_annotation_files(const liblcm_annotation *annotation);

/* Put file "i" into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_annotation_file(struct liblcm_annotated_file *out,
                       const liblcm_annotation *annotation, size_t i);

/* Free "annotation"; NULL is fine. */
void liblcm_annotation_free(liblcm_annotation *annotation);

#ifdef __cplusplus
}
#endif

#endif
