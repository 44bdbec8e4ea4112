/* The analysis of the units of a program. */
#pragma once

#include "analyzer/request/request.h"

/* Analyse the "n" units at "inputs" into "*out" (an array of "n", in memory of
 * "ctx"), in worker processes.  A unit that fails becomes an opaque unit with
 * a diagnostic; the status is LCM_OK as long as the machinery worked. */
LCM_NODISCARD lcm_status lcm_analyze(const struct lcm_unit **out, lcm_ctx *ctx,
                                     const struct lcm_unit_input *inputs,
                                     size_t n,
                                     const struct lcm_analyze_options *options);

/* Load what reads C, for all processes that are forked from this one.  Where it
 * is not there the first analysis says so. */
void lcm_analyze_prepare(void);

/* Analyse the C text "text" as a file called "name" in this process: for
 * tests, without touching the file system. */
LCM_NODISCARD lcm_status
lcm_analyze_text(struct lcm_unit *out, lcm_ctx *ctx, const char *name,
                 const char *text, const struct lcm_analyze_options *options);

/* Analyse the "len" bytes of C at "text" as what the file of "input" holds, in
 * a worker process: a change that is not made yet.  The status is not LCM_OK
 * where something in it is wrong; what was understood is in "*out" all the
 * same. */
LCM_NODISCARD lcm_status lcm_analyze_source(
    struct lcm_unit *out, lcm_ctx *ctx, const struct lcm_unit_input *input,
    const char *text, size_t len, const struct lcm_analyze_options *options);
