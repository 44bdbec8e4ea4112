/* What would make a loop, or a part of it, parallel. */
#pragma once

#include "model/edit/core/editing.h"
#include "model/structure/structure.h"

/* After so many proved dependences no more are looked for. */
enum { LCM_WHY_PROVED = 32 };

/* Put what stands in the way of executing the iterations of the loop at "spot"
 * of "program" at the same time into "*out"; false where it makes no sense. */
bool lcm_why_collect(struct lcm_edit_reasons *out, lcm_ctx *ctx,
                     const lcm_program *program,
                     const struct lcm_edit_spot *spot);

/* Return the edit that executes the iterations of the loop "node" of the
 * function number "function" of "program" at the same time.  Where variables
 * take clauses and loops are in it, its place is its number: with that each of
 * the loops is looked at by itself, as here. */
const char *lcm_why_edit(lcm_ctx *ctx, const lcm_program *program,
                         size_t function, const lcm_node *node);

/* Put what would help the loop at "spot" of "program", of which "out" says what
 * stands in the way, into "*out". */
void lcm_why_ways(struct lcm_serial_loop *out, lcm_ctx *ctx,
                  const lcm_program *program, const struct lcm_edit_spot *spot);
