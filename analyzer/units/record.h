/* Results of units as bytes. */
#pragma once

#include "analyzer/request/request.h"

/* Return what "unit" and the diagnostics of "ctx" say (heap memory, "*len"
 * bytes; NULL when memory ran out), dependencies first: what a worker sends. */
LCM_GIVE char *lcm_unit_pack(size_t *len, const struct lcm_unit *unit,
                             lcm_ctx *ctx);

/* Return how many of the "len" bytes at "text", which lcm_unit_pack gave, come
 * before what is no dependency: the rest can be read without them. */
size_t lcm_unit_skip(const char *text, size_t len);

/* Read the "len" bytes at "text" that lcm_unit_pack gave: constructs, structure
 * and failure into "unit", diagnostics into "ctx".  LCM_EPARSE, and nothing
 * done, where they are not whole. */
LCM_NODISCARD lcm_status lcm_unit_unpack(struct lcm_unit *unit, lcm_ctx *ctx,
                                         const char *text, size_t len);
