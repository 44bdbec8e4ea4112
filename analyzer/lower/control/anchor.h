/* The statements that pragmas and comments bind to, with their directives. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Make the anchors of the file and bind the directives to them. */
void lcm_lower_bind(struct lcm_lowering *l);

/* Return the anchor that "ast" is, (size_t)-1 where it is none. */
size_t lcm_lower_anchor(const lcm_ast *ast);

/* Return whether a pragma or a bound directive lies in begin .. end. */
bool lcm_lower_concerns(const struct lcm_lowering *l, unsigned begin,
                        unsigned end);

/* Put what the directives at "anchor" mean into "*out"; false where there are
 * none. */
bool lcm_lower_meaning(struct lcm_meaning *out, struct lcm_lowering *l,
                       size_t anchor);

/* Return whether "meaning" gives the whole cost of what lies below. */
bool lcm_lower_covers(const struct lcm_meaning *meaning);

/* Return whether "ast" needs nodes of its own, for edits where the options
 * announce some. */
bool lcm_lower_needs_nodes(const struct lcm_lowering *l, const lcm_ast *ast);
