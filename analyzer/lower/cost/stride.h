/* Accesses that leave something out of the lines that they bring in. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* An access whose place moves by the same number of bytes in each iteration of
 * the loop around it. */
struct lcm_stride {
  const lcm_ast *loop;
  const char *key;    /* of the array or pointer */
  const lcm_expr *at; /* bytes behind its begin */
  const lcm_expr *stride;
  bool varies; /* by the index of a loop around that one */
  /* how many of them there are until lines are touched again; NULL: all */
  const lcm_expr *span;
  /* which share of them is to lines that were not touched in the last "span";
   * NULL: none that is known */
  const lcm_expr *fresh;
  /* bytes in lines until such lines are touched again; NULL: never */
  const lcm_expr *over;
  long long used; /* bytes that it uses */
};

/* Put what the access "place" is into "*out"; false where it is none of these,
 * or what stands beside each other follows each other. */
bool lcm_stride_of(struct lcm_stride *out, struct lcm_lowering *l,
                   const lcm_ast *place);
