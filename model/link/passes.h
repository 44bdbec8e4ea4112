/* The functions that a call passes as arguments (attribute `passes`). */
#pragma once

#include "base/list.h"
#include "model/structure/structure.h"

/* What a call passes: in its argument number "at", the function "key", or what
 * the parameter or pointer "key" holds where "forwarded"; LCM_PASSED_NONE: no
 * function, LCM_PASSED_ANY: nobody knows. */
struct lcm_passed {
  size_t at;
  const char *key;
  bool forwarded;
};

#define LCM_PASSED_NONE "0"
#define LCM_PASSED_ANY "?"

typedef LCM_LIST(struct lcm_passed) lcm_passed_list;

/* Put the functions, and parameters that are pointers to functions, that the
 * call "node" passes into "list". */
void lcm_passes_read(lcm_passed_list *list, lcm_ctx *ctx, const lcm_node *node);
