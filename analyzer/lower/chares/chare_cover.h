/* What entries take where md_compute says it. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Return "body", that of "function", where what md_compute says is all the time
 * that entries take: what else their code does takes none, as when processors
 * are simulated.  Models that comments give stay. */
const lcm_node *lcm_chare_cover(struct lcm_lowering *l, const lcm_ast *function,
                                const lcm_node *body);
