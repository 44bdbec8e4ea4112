/* What functions return, where values of another file wait for it. */
#pragma once

#include "model/link/rewrite.h"
#include "model/link/settling.h"

/* The attribute of a call whose value is that of a variable from then on: its
 * name. */
#define LCM_RESULT "result"

/* Return what "name" is in function number "i", in names that mean the same
 * everywhere; NULL where that is not known. */
typedef const lcm_expr *(*lcm_meaning_fn)(struct lcm_settling *s,
                                          const char *name, size_t i);

/* Add to "out" the LETs behind calls of function number "i" that give variables
 * what the calls return, as far as that is known; "meaning" (may be NULL) says
 * what names other than parameters are. */
void lcm_returned_find(struct lcm_rewriting *out, struct lcm_settling *s,
                       size_t i, lcm_meaning_fn meaning);
