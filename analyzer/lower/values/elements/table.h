/* Arrays of whole numbers that nothing changes: tables. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return what declares the array "name" of the function that is lowered or at
 * file scope where that is only read, or constant; NULL where it is another
 * one. */
const lcm_ast *lcm_table_of(struct lcm_lowering *l, const char *name);

/* Return how many elements the array of numbers has that "ast" declares, 0
 * where that is none, or one of several dimensions. */
size_t lcm_table_length(const lcm_ast *ast);
