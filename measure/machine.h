/* What surrounds the runs: machine, processors, how busy they are. */
#pragma once

#include "measure/profile_internal.h"

/* Find out where the runs happen. */
void profile_machine_read(struct profile_machine *out, lcm_ctx *ctx);

/* Return the counters of the machine now. */
struct profile_load profile_load_now(void);
