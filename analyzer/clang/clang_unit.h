/* A C file parsed by libclang, and the source files that it includes. */
#pragma once

#include "analyzer/request/request.h"

/* Return the version of libclang that is linked, such as "19.1.7". */
const char *lcm_analyzer_version(lcm_ctx *ctx);
