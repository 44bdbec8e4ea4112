/* JSON text to values, by jansson. */
#pragma once

#include "base/json.h"

/* Parse the "len" bytes at "text" into "*out"; an error is diagnostic "syntax"
 * in "file". */
LCM_NODISCARD lcm_status lcm_json_parse(lcm_json **out, lcm_ctx *ctx,
                                        const char *file, const char *text,
                                        size_t len);
