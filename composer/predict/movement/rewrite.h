/* Programs with other models than were written. */
#pragma once

#include "model/structure/structure.h"

/* Return "node", or a copy of it with other models; "crew": the members of a
 * team execute it together, else one processor.  "*whole" is false: where it
 * is set, what is in the node stays as it is. */
typedef const lcm_node *lcm_remodel(void *user, const lcm_node *node, bool crew,
                                    bool *whole);

/* Return "program" with what "remodel" makes of each node, called with "user";
 * nodes in which nothing is new are shared. */
const lcm_program *lcm_program_remodel(lcm_ctx *ctx, const lcm_program *program,
                                       lcm_remodel *remodel, void *user);
