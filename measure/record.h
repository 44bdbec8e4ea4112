/* Makes records of the raw files of a run. */
#pragma once

#include "measure/profile_internal.h"

/* Return the name of thread "i" of "raw" for people. */
const char *profile_thread_name(lcm_ctx *ctx, const lcm_raw_file *raw,
                                size_t i);

/* Return the names of the categories of "raws", "*n" of them, those of the
 * thesis first. */
const char *const *profile_categories(size_t *n, lcm_ctx *ctx,
                                      const struct profile_raws *raws);

/* Put the records of "raws" into "*out", that of the whole run last; each is
 * as "base" but for what was measured.  "slices" is into how many slices of
 * time the run is split. */
lcm_status profile_records(lcm_profile *out, lcm_ctx *ctx,
                           const struct profile_raws *raws,
                           const lcm_measurement *base, size_t slices);

/* Return whether "flag" is one of the words "flags" (or NULL). */
bool profile_has_flag(const char *flags, const char *flag);

/* Return "flags" and "flag" too. */
const char *profile_add_flag(lcm_ctx *ctx, const char *flags, const char *flag);

/* Return "flags" and the words of "more" (or NULL) too. */
const char *profile_add_flags(lcm_ctx *ctx, const char *flags,
                              const char *more);
