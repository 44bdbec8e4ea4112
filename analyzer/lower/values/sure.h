/* Variables that statements set before they use them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Mark those variables of "writes" that the statements from "first" to "last"
 * set for certain, and those of "reads" that they use only when they have set
 * them. */
void lcm_sure_note(struct lcm_lowering *l, lcm_section_list *reads,
                   lcm_section_list *writes, const lcm_ast *first,
                   const lcm_ast *last);
