/* Diagnostics as SARIF, which editors and code hosts read. */
#pragma once

#include "model/results/results.h"

/* Return the findings of "advice" in SARIF 2.1.0, as of lcm "version". */
LCM_GIVE char *lcm_render_advice_sarif(const lcm_advice *advice,
                                       const char *version);

/* Return the "n" diagnostics at "all" in SARIF 2.1.0, as of lcm "version". */
LCM_GIVE char *lcm_render_diags_sarif(const lcm_diag *all, size_t n,
                                      const char *version);

/* Return "results" in SARIF 2.1.0, as of lcm "version": those that hold as
 * results of kind "pass", others as "fail" and "open"; what breaks a contract
 * is a related location. */
LCM_GIVE char *lcm_render_contracts_sarif(const lcm_contract_results *results,
                                          const char *version);
