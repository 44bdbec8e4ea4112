/* Expressions as they are written, for the labels of nodes. */
#pragma once

#include "pamela/pamela_internal.h"

/* Append "e", which may be NULL, as it is written, for a label: random
 * quantities as their calls. */
void pml_put_label(struct pml *p, lcm_buf *buf, const lcm_expr *e);
