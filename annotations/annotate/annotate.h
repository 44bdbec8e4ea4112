/* Writing fitted models into the comments of source, and out of it again. */
#pragma once

#include "analyzer/load/load.h"

/* What to write where. */
struct lcm_annotate_options {
  /* The C files, or those of the compilation database "build"; of "analyze" the
   * variant and the limit of time count, which "here" puts on this process. */
  struct lcm_load_options sources;
  /* The file with the fit (lcm-fit/1); NULL: what was written before is taken
   * out. */
  const char *fit;
  /* Files of gcov with how often lines were executed. */
  const char *const *counts;
  size_t n_counts;
  /* Models of loops are of one iteration where they can be. */
  bool each;
  /* Which data nodes use is written, too. */
  bool sections;
  /* The file beside the source into which models go; NULL: into the source. */
  const char *sidecar;
};

/* A file that was annotated. */
struct lcm_annotated_file {
  const char *name; /* as the user gave it */
  /* what is compared with: the real one, "/dev/null" where there was none */
  const char *path;
  /* what it is to be, "len" bytes; NULL: it could not be read */
  const char *text;
  size_t len;
  bool same;   /* it is so already */
  bool wanted; /* there are models for it, "n_models" written */
  size_t n_models;
};

/* All that were annotated; the sidecar file alone where there is one. */
struct lcm_annotated {
  const struct lcm_annotated_file *at;
  size_t n;
};

/* Put what files are to be into "*out" (memory of "ctx"); nothing is
 * written. */
LCM_NODISCARD lcm_status
lcm_annotate(struct lcm_annotated *out, lcm_ctx *ctx,
             const struct lcm_annotate_options *options);
