/* A list of edits as changes of files. */
#pragma once

#include "model/edit/edit.h"

/* A file and what the edits make of it. */
struct lcm_patch_file {
  const char *path; /* as places name it */
  const char *old;  /* "old_len" bytes */
  size_t old_len;
  const char *text; /* "len" bytes */
  size_t len;
};

/* What a list of edits makes of the source. */
struct lcm_patch {
  const struct lcm_patch_file *files; /* that change, "n_files", in order */
  size_t n_files;
  const lcm_program *program; /* the structure that the edits make */
};

/* The text of the file "path" in place of what is stored, in memory of the
 * context; false where that is what "user" wants. */
typedef bool lcm_patch_read_fn(const char **text, size_t *len, const char *path,
                               void *user);

/* How to make them. */
struct lcm_patch_options {
  bool force;              /* what a dependence forbids, too */
  lcm_patch_read_fn *read; /* with "user"; NULL: files are as stored */
  void *user;
};

/* Put what "edits" make of the source of "program" into "*out".  An edit that
 * the structure does not take is diagnosed as by lcm_program_restructure; one
 * that cannot be written as a change of the text is diagnostic "edit-text". */
LCM_NODISCARD lcm_status lcm_patch_make(
    struct lcm_patch *out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_restructuring *edits, const struct lcm_patch_options *options);
