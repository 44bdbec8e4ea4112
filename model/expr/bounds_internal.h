/* Proofs from bounds, for the constructors of model/expr. */
#pragma once

#include "model/expr/node.h"

/* Return whether "e" is provably whole under the assumptions. */
bool lcm_expr_is_whole(const lcm_expr *e);
