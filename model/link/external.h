/* Calls of functions that no unit defines, as fragments with the cost that the
 * call says. */
#pragma once

#include "model/structure/structure.h"

/* Return "program" with those calls as fragments that say what they cost and
 * whose functions it does not define. */
const lcm_program *lcm_program_settle(lcm_ctx *ctx, const lcm_program *program);
