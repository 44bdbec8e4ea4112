/* What a difference comes to, in a sentence. */
#pragma once

#include "render/table/table.h"

/* Append what "d" comes to: a line; and what its times are true of. */
void lcm_put_difference(lcm_buf *buf, lcm_ctx *ctx, const lcm_difference *d);

/* Append "share" of the old time: "+40 %", from twice on "x 2.5"; "-" where
 * that is not known. */
void lcm_put_change(lcm_buf *buf, double share);
