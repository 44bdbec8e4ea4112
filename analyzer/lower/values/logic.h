#pragma once

#include "analyzer/lower/control/internal.h"

/* As lcm_lower_expr of a condition; where only some operands of its `||`, `&&`
 * and `!` have a model, names that nothing gives a value stand for the
 * others. */
const lcm_expr *lcm_lower_logic(struct lcm_lowering *l, size_t begin,
                                size_t end);
