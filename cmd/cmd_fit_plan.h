#pragma once

#include "cmd/fit_internal.h"

/* Fill in the plan of "f" from the command line; LCM_EUSAGE, and a message,
 * where that makes no sense. */
lcm_status fit_plan(struct fitting *f);

/* Return the different words of "text", separated by blanks or commas. */
fit_names fit_words(lcm_ctx *ctx, const char *text);
