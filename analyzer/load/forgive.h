/* Errors after which something can still be shown. */
#pragma once

#include "base/ctx.h"

/* Return whether "diag" can only say that a unit was not read, or not all of
 * it. */
bool lcm_diag_is_of_reading(const lcm_diag *diag);

/* Make the errors of "ctx", but for those about units that were not read,
 * warnings "not-predicted"; return the message of the first, NULL for none. */
const char *lcm_forgive(lcm_ctx *ctx);
