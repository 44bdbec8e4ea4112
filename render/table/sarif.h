/* Diagnostics as SARIF, which editors and code hosts read. */
#pragma once

#include "model/results/results.h"

/* Return the findings of "advice" in SARIF 2.1.0, as of lcm "version". */
LCM_GIVE char *lcm_render_advice_sarif(const lcm_advice *advice,
                                       const char *version);
