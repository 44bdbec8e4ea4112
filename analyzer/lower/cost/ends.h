/* Elements of arrays that loops run to: they go by one name. */
#pragma once

#include "analyzer/lower/control/header/header.h"

/* What is assumed of loops that run to elements of arrays. */
#define LCM_ENDS_TEXT                                                          \
  "elements of an array that loops run to are taken as one number, their mean"

/* Put names into the condition of the header "h", that of the loop "loop", in
 * place of elements of arrays that it compares with, or of variables that hold
 * one; put the symbols that these names mean into "*by" (memory of the context)
 * and return how many there are, 0 for a header that stays. */
size_t lcm_ends_replace(struct lcm_header *h, const struct lcm_subst **by,
                        struct lcm_lowering *l, const lcm_ast *loop);
