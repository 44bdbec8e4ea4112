/* Finding what functions of the file return. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Find what the functions of the file return that always return a whole number
 * that is a formula of their parameters, of variables at file scope and of the
 * rank.  Call it once, before functions are lowered. */
void lcm_returns_find(struct lcm_lowering *l);
