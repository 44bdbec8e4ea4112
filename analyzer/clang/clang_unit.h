/* A C file parsed by libclang. */
#pragma once
#include "analyzer/clang/tu.h"

/* Parse the "len" bytes at "text" as the file of "input" into "*out", which
 * lcm_tu_close ends; where "text" is NULL, what the file holds, which then goes
 * with it.  Errors of the source are diagnostics "parse-error" and
 * "missing-header"; what could be read is there. */
LCM_NODISCARD lcm_status lcm_tu_open(lcm_tu *out, lcm_ctx *ctx,
                                     const struct lcm_unit_input *input,
                                     const char *text, size_t len);

/* Return whether the CXFiles "a" and "b" are one file. */
bool lcm_tu_same_file(void *a, void *b);

/* Free what libclang holds of "tu". */
void lcm_tu_close(lcm_tu *tu);
