/* A construct of OpenMP being lowered: what analyzer/lower/openmp/omp.c and analyzer/lower/openmp/task.c say to
 * each other. */
#pragma once

#include "analyzer/lower/control/internal.h"

/* A construct being lowered.
 * at         index of its pragma; the "n" - 1 behind it are stacked between it
 *            and the statement
 * rest       the words of its name that are not done yet
 * combined   inside a combined parallel construct, whose end joins anyway */
struct lcm_omp {
  struct lcm_lowering *l;
  const lcm_pragma *pragma;
  const lcm_ast *ast;
  const char *rest;
  size_t at;
  size_t n;
  bool combined;
};

/* Call "fn" for each item of the list "args", that stands behind the last colon
 * outside brackets; "type" is what stands before that, or "". */
struct lcm_omp_list {
  const char *type;
  const char *at;
};
