/* Printing measurements in the formats of Extra-P. */
#pragma once

#include "model/measurement/types.h"

/* Append "all" in one of the formats. */
void lcm_put_extrap(lcm_buf *buf, lcm_ctx *ctx, const lcm_measurements *all);
void lcm_put_extrap_json(lcm_buf *buf, lcm_ctx *ctx,
                         const lcm_measurements *all);
void lcm_put_extrap_lines(lcm_buf *buf, const lcm_measurements *all);
