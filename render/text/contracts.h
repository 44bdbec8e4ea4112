/* Whether the contracts of a program hold, as text. */
#pragma once

#include "render/table/table.h"

/* Return "results" as text for people (what it comes to, and a row for each
 * contract), or, in CSV and TSV, the rows alone. */
LCM_GIVE char *lcm_render_contracts(lcm_ctx *ctx,
                                    const lcm_contract_results *results,
                                    lcm_format format,
                                    const struct lcm_style *style);
