/* Pointers to functions: what the file puts into them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note what the file puts into pointers to functions. */
void lcm_pointers_find(struct lcm_lowering *l);

/* Note that the pointer "name" may hold what "ast" gives. */
void lcm_pointer_set(struct lcm_lowering *l, const char *name,
                     const lcm_ast *ast);
