/* What stands around the statement that is lowered. */
#pragma once

#include "analyzer/clang/clang.h"

struct lcm_around {
  /* what comments say of the statement, or NULL */
  const struct lcm_meaning *said;
  /* how many statements around have their whole cost from comments */
  unsigned covered;
  /* the label that a jump may go to without more, or NULL */
  const lcm_ast *landing;
  /* what is lowered is an exit that is assumed to be never taken */
  bool never;
};
