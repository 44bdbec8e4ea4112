/* Which functions of headers a unit uses. */
#pragma once

#include "analyzer/lower/lower.h"

/* Leave the functions of headers out that nothing in their unit uses, as a
 * compiler does: static ones of the headers among "parts".  "all" is the syntax
 * of the unit's own file and, behind it, of "parts"; all of them are told of
 * the others, and which static functions are of headers. */
void lcm_unit_keep_used(lcm_ctx *ctx, struct lcm_syntax **all,
                        const struct lcm_part_list *parts);

/* Leave those of "pragmas" out that stand in functions of "syntax" that are
 * left out. */
void lcm_unit_drop_unused(lcm_pragma_list *pragmas,
                          const struct lcm_syntax *syntax);
