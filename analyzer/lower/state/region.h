/* The parallel region around what is lowered. */
#pragma once

#include <stdbool.h>

#include "base/list.h"

/* A task around what is lowered, or a loop of tasks. */
struct lcm_task_region {
  unsigned begin; /* offset where its directive begins */
  size_t first;   /* number of the first name that is private to it */
  LCM_LIST(const char *) shared; /* names in its clauses `shared` */
  /* what other variables are that are not shared by all: its clause `default`
   * says `shared` */
  bool shares;
  const struct lcm_task_region *outer; /* in the same region; or NULL */
};

struct lcm_region {
  /* offset where the innermost parallel construct begins, 0 outside; where it
   * ends */
  unsigned begin;
  unsigned end;
  /* names listed in private clauses of the constructs around, the first
   * "n_threadprivate" of them in the whole file; those from "first_private" on
   * belong to the innermost parallel region */
  LCM_LIST(const char *) privates;
  size_t n_threadprivate;
  size_t first_private;
  /* of the innermost construct: where it begins and ends, and the number of the
   * first name that its clauses list */
  struct {
    unsigned begin;
    unsigned end;
    size_t first;
  } inner;
  const struct lcm_task_region *task; /* the innermost one around, or NULL */
};
