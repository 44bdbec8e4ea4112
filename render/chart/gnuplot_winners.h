/* The map of the fastest variants as a script for gnuplot. */
#pragma once

#include "render/chart/types.h"

/* Append what draws that with gnuplot, as lcm_put_gnuplot. */
bool lcm_put_winner_gnuplot(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                            const char *file);
