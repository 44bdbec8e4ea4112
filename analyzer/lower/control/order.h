/* The order of pragmas and statements, also where one macro makes several. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* A place in the file: the offset "at" and, where a use of a macro stands
 * there, the number of a mark of what that makes; 0 elsewhere. */
struct lcm_order_spot {
  unsigned at;
  unsigned order;
};

/* Find out in which order the uses of macros in "function" make pragmas and
 * statements. */
void lcm_orders_find(struct lcm_lowering *l, const lcm_ast *function);

/* Return where the statement "ast" begins. */
struct lcm_order_spot lcm_order_begin(const struct lcm_lowering *l,
                                      const lcm_ast *ast);

/* Return where the statement "ast" ends. */
struct lcm_order_spot lcm_order_end(const struct lcm_lowering *l,
                                    const lcm_ast *ast);

/* Return whether a use of a macro makes "ast" and a pragma behind its begin,
 * which may be in it. */
bool lcm_order_is_parallel(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return how many pieces of syntax like "ast", of its kind and name, the use of
 * a macro that makes it makes before it. */
size_t lcm_order_among(const lcm_ast *ast);

/* Return the offset from which on pragmas may stand behind "ast". */
unsigned lcm_order_behind(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "pragma" stands before what begins or ends at "spot". */
bool lcm_order_precedes(const lcm_pragma *pragma, struct lcm_order_spot spot);

/* Return whether a pragma that nobody has claimed stands from the offset "from"
 * on to the statement before "stop" (NULL: none) in the block of "first". */
bool lcm_order_is_directed(const struct lcm_lowering *l, unsigned from,
                           const lcm_ast *first, const lcm_ast *stop);

/* Return the index of the first pragma at or behind offset "at". */
size_t lcm_lower_pragma(const struct lcm_lowering *l, unsigned at);
