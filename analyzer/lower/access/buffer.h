/* What messages and movements of data read and write. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add what the call "ast" of a function of MPI, whose arguments are the "n"
 * texts at "texts" (0: not known), reads and writes of its buffers to what
 * "node" does. */
void lcm_buffer_touch(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast, const char *const *texts, size_t n);

/* Let "node", which moves "section" to or from a device, read it on one side
 * and write it on the other: the variable stands for both. */
void lcm_buffer_map(struct lcm_lowering *l, lcm_node *node,
                    const lcm_section *section);
