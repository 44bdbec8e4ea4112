/* Which access touches large memory first. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Memory whose pages the system brings in when they are touched first. */
struct lcm_fresh {
  /* the call that allocates it; of an array of the program, a REF to it */
  const lcm_ast *origin;
  const lcm_ast *owner; /* the function that allocates it, or NULL */
  const lcm_ast *touch; /* what touches it first; NULL: that is not known */
  const lcm_ast *user;  /* the function of that */
  bool repeated; /* that function is called in a loop after it is allocated */
  size_t calls;  /* of that function */
  bool is_array; /* of the program */
  bool read;     /* it is read before it is written */
  bool lost;     /* others may touch it that are not followed */
};

/* Return the fresh memory of the file, in the order in which functions that the
 * file does not call allocate it, and put its number into "*n". */
const struct lcm_fresh *lcm_fresh_find(size_t *n, struct lcm_lowering *l);
