/* Diagnostics of a request go into the log of the caller. */
#pragma once

#include "api/lcm.h"
#include "base/diag.h"

/* Put the diagnostics of "ctx" into "log"; false when out of memory. */
bool lcm_api_log(liblcm_log *log, lcm_ctx *ctx);
