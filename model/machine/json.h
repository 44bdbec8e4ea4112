/* Descriptions of machines as JSON. */
#pragma once

#include "model/machine/types.h"

/* Return "machine" as JSON; it reads back to the same. */
LCM_GIVE char *lcm_machine_to_json(lcm_ctx *ctx, const lcm_machine *machine);
