/* Programs as JSON (lcm-structure/1). */
#pragma once

#include "model/structure/structure.h"

/* Return "program" as a JSON document (lcm-structure/1). */
LCM_GIVE char *lcm_program_to_json(lcm_ctx *ctx, const lcm_program *program);
