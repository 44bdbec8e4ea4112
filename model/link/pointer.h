/* What several units say of one pointer to functions, put together. */
#pragma once

#include "model/structure/structure.h"

/* Return what "program" says of the pointer "name", or NULL. */
const lcm_pointer *lcm_program_pointer(const lcm_program *program,
                                       const char *name);

/* Put the "n" pointers at "all" into "*out" (memory of "ctx"), sorted, those of
 * one name as one; return how many these are. */
size_t lcm_pointers_join(const lcm_pointer **out, lcm_ctx *ctx,
                         const lcm_pointer *all, size_t n);
