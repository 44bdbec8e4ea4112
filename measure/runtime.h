/* Finds the runtime that measures, and reads the raw files that it leaves. */
#pragma once

#include "measure/profile_internal.h"

/* Return whether one of the programs of "raws" was built by gcc, with its
 * OpenMP library. */
bool profile_raws_gcc(const struct profile_raws *raws, lcm_ctx *ctx);

/* Find what the executable "program" is to run under. */
lcm_status profile_runtime_find(struct profile_runtime *out, lcm_ctx *ctx,
                                const char *program);

/* Make a folder for raw files. */
lcm_status profile_runtime_folder(const char **out, lcm_ctx *ctx);

/* Remove the files in "folder". */
void profile_runtime_clear(lcm_ctx *ctx, const char *folder);

/* Read the raw files in "folder" into "*out"; LCM_EIO where there are none, and
 * a diagnostic where some were "expected". */
lcm_status profile_raws_read(struct profile_raws *out, lcm_ctx *ctx,
                             const char *folder, bool expected);

/* Free what "raws" has. */
void profile_raws_close(struct profile_raws *raws);
