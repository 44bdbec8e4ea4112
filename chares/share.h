/* Write-once, accumulator and monotonic variables. */
#pragma once

#include "chares/types.h"

/* Give the variables of "m" their first values. */
void lcm_md_share_begin(md *m);

/* Process "message" of a variable. */
void lcm_md_share_message(md *m, md_message *message);

/* The time has come to send monotonic "variable" on. */
void lcm_md_share_timer(md *m, int variable);
