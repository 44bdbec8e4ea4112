/* The parallel region around what is lowered. */
#pragma once

#include "base/list.h"

struct lcm_region {
  /* offset where the innermost parallel construct begins, 0 outside */
  unsigned begin;
  /* names listed in private clauses of the constructs around, the first
   * "n_threadprivate" of them in the whole file; those from "first_private" on
   * belong to the innermost parallel region */
  LCM_LIST(const char *) privates;
  size_t n_threadprivate;
  size_t first_private;
};
