/* Scaling contracts: whether what `expect` promises of a program holds. */
#pragma once

#include "composer/predict/predict.h"

/* Find for each contract of "program" whether it holds, into "*out".  Variables
 * have the values that a contract says; others those that "defines" says, as
 * after -D, "n_defines" of them, or their defaults.  LCM_EPARSE where a
 * contract cannot be read or speaks of what is not there, or a define is
 * wrong, which is reported. */
LCM_NODISCARD lcm_status lcm_contracts_find(
    lcm_contract_results *out, lcm_ctx *ctx, const lcm_program *program,
    const struct lcm_predict_options *options, const char *const *defines,
    size_t n_defines);

/* Report "results": an error where a contract is broken. */
void lcm_contracts_report(lcm_ctx *ctx, const lcm_contract_results *results);
