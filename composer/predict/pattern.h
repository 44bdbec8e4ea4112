/* Patterns of the messages of a program. */
#pragma once

#include "composer/scope/scope.h"

/* Put the patterns that the messages of "program", which has an entry, show on
 * a few small numbers of ranks into "*out"; return how many there are. */
size_t lcm_program_patterns(const struct lcm_pattern **out, lcm_ctx *ctx,
                            const lcm_program *program);
