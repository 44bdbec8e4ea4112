/* Loops that are scans: each iteration uses a running sum. */
#pragma once

#include "model/edit/core/editing.h"

/* Return what would help the loop at "spot" of "program" where "reason" is that
 * it hands on a running sum: a scan, if nothing else that it does stands in the
 * way of one; else NULL. */
const char *lcm_why_scan(lcm_ctx *ctx, const lcm_program *program,
                         const struct lcm_edit_spot *spot,
                         const struct lcm_edit_reason *reason);
