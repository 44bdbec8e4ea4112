/* Evaluating one block of a tape. */
#pragma once

#include "model/expr/tape/tape_internal.h"

/* Evaluate all instructions for the points of "b". */
void lcm_tape_run_block(const struct lcm_tape_block *b);
