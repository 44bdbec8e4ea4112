/* Unified diffs. */
#pragma once

#include "study/patch/make.h"

/* Append what changes in the files of "patch" to "out", as a unified diff with
 * three lines around each change, which `patch -p1` and `git apply` take. */
void lcm_patch_diff(lcm_buf *out, lcm_ctx *ctx, const struct lcm_patch *patch);

/* Lines of a file that others take the place of: those from number "from", from
 * 1, to the one before "to". */
struct lcm_patch_span {
  size_t from;
  size_t to;
  const char *text; /* what comes, "len" bytes */
  size_t len;
};

/* Put the least lines of "file" around all that changes into "*out". */
void lcm_patch_span(struct lcm_patch_span *out,
                    const struct lcm_patch_file *file);
