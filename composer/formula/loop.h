/* Closed forms of worksharing loops. */
#pragma once

#include "composer/formula/internal.h"

/* Return whether any part of "out" mentions "name". */
bool lcm_closed_mentions(const struct lcm_closed *out, const char *name);

/* Add "count" equal units or iterations "one" to "out", which the team of "f"
 * shares: in chunks of "chunk" that go round, or (NULL) in blocks. */
void lcm_formula_divide(struct lcm_formula *f, struct lcm_closed *out,
                        const struct lcm_closed *one, const lcm_expr *count,
                        const lcm_expr *chunk);

/* Return the outcome of the PARLOOP "node" divided among the team of "f"
 * (composer/formula/loop.c). */
struct lcm_closed lcm_formula_parloop(struct lcm_formula *f,
                                      const lcm_node *node);
