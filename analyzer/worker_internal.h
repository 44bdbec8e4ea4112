/* Units analysed in processes of their own. */
#ifndef LCM_ANALYZER_WORKER_INTERNAL_H
#define LCM_ANALYZER_WORKER_INTERNAL_H

#include "analyzer/analyzer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Analyse "input" into "*out" in this process and in "ctx".  Unless
 * "options->in_process", what libclang holds is left to the end of the
 * process. */
LCM_NODISCARD lcm_status lcm_unit_analyze(
    struct lcm_unit *out, lcm_ctx *ctx, const struct lcm_unit_input *input,
    const struct lcm_analyze_options *options);

/* Analyse the "n" units at "inputs" into "units", each in a
 * process of its own with the limits of "options", several at a time. */
LCM_NODISCARD lcm_status lcm_workers_run(
    struct lcm_unit *units, lcm_ctx *ctx, const struct lcm_unit_input *inputs,
    size_t n, const struct lcm_analyze_options *options);

/* Append what "unit" and the diagnostics of "ctx" say to "*text" (heap memory,
 * "*len" bytes; NULL when memory ran out): what a worker sends. */
LCM_GIVE char *lcm_unit_pack(size_t *len, const struct lcm_unit *unit,
                             lcm_ctx *ctx);

/* Read the "len" bytes at "text" that lcm_unit_pack gave: constructs, structure
 * and failure into "unit", diagnostics into "ctx".  LCM_EPARSE, and nothing
 * done, where they are not whole. */
LCM_NODISCARD lcm_status lcm_unit_unpack(struct lcm_unit *unit, lcm_ctx *ctx,
                                         const char *text, size_t len);

#ifdef __cplusplus
}
#endif

#endif
