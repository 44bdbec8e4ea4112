/* Array sections as the text of sets for isl. */
#pragma once

#include "base/list.h"
#include "model/sections/dependence.h"

/* A variable of a set that stands for an expression, so that it is said once
 * what that is. */
struct lcm_sides_helper {
  const lcm_expr *of;
  char side;
  unsigned number;
  bool fixed; /* the expression has no index: both sides may use it */
};

/* The text of an isl set that is being written. */
struct lcm_sides_text {
  lcm_ctx *ctx;
  /* expressions that stand for parameters x0, x1, ... : everything that is not
   * affine but has no index */
  LCM_LIST(const lcm_expr *) atoms;
  /* the indices of the side that is being written, outermost first */
  LCM_LIST(const lcm_iteration *) ranges;
  char side; /* 'a' or 'b': the prefix of its indices */
  /* variables of the side beside its indices; "helpers" is what holds of
   * them */
  unsigned n_helpers;
  LCM_LIST(struct lcm_sides_helper) made; /* those that stand for something */
  bool plain; /* what takes such variables is not wanted */
  /* the smallest, largest and chosen of what has no index are parameters, too
   */
  bool whole;
  lcm_buf helpers;
  const lcm_expr *when; /* what holds of the side, too; NULL: nothing */
};

/* Append "(exists ..: <constraints>)" for the first "depth" steps of "side";
 * return whether it is exact. */
bool lcm_sides_put(lcm_buf *buf, struct lcm_sides_text *w, char letter,
                   const struct lcm_side *side, size_t depth);

/* As lcm_sides_put where the indices of "side" are variables of the set: append
 * " and <constraints>", among them that "when" of "w" holds, and to "names"
 * what these are called, commas between them. */
bool lcm_sides_put_open(lcm_buf *buf, lcm_buf *names, struct lcm_sides_text *w,
                        char letter, const struct lcm_side *side, size_t depth);

/* Append " and ..." which says that those loops of "side" whose numbers of
 * iterations are not known, and not those of an index, have at least "least",
 * and parts of arrays so many elements. */
void lcm_sides_put_least(lcm_buf *buf, struct lcm_sides_text *w,
                         const struct lcm_side *side, long long least);

/* Append "e", which has no index, as an affine expression; false where it is
 * none, or takes variables of its own to say. */
bool lcm_sides_put_plain(lcm_buf *buf, struct lcm_sides_text *w,
                         const lcm_expr *e);

/* Return whether isl finds the set "text" empty: 1 or 0, -1 where it gave
 * up.  Answers are kept in "ctx". */
int lcm_sides_is_empty(lcm_ctx *ctx, const char *text);

/* Append "[x0, x1] -> { [d0, d1] : BODY }" for "depth" dimensions. */
void lcm_sides_put_set(lcm_buf *set, const struct lcm_sides_text *w,
                       size_t depth, const char *body);

/* Return whether 0 <= "e" <= "high" is certain for all values of the indices of
 * "side" and of its section. */
bool lcm_side_keeps(lcm_ctx *ctx, const struct lcm_side *side,
                    const lcm_expr *e, const lcm_expr *high);
