/* Clocks of a team in closed form. */
#pragma once

#include "composer/formula/internal.h"

/* Let the clocks of the team of "f" stand as "clocks" says, FIRST by "lead"
 * (NULL: nothing). */
void lcm_formula_set_clocks(struct lcm_formula *f, enum lcm_clocks clocks,
                            const lcm_expr *lead);

/* Let the first member of the team of "f", whose clocks are not SKEWED, be
 * later by "more". */
void lcm_formula_delay_first(struct lcm_formula *f, const lcm_expr *more);

/* Put the size of the team "node" on "w" processors into "team"; false where
 * it has no closed form. */
bool lcm_formula_size_team(struct lcm_formula_team *team, struct lcm_formula *f,
                           const lcm_node *node, const lcm_expr *w);

/* Let what "out" says of "members" processors be done by "w": where these are
 * fewer they take turns. */
void lcm_formula_fit(struct lcm_formula *f, struct lcm_closed *out,
                     const lcm_expr *members, const lcm_expr *w);

/* Close the team of "k" x "weight" members on "w" processors: as close_team of
 * the engine. */
void lcm_formula_close_team(struct lcm_formula *f, struct lcm_closed *out,
                            const struct lcm_formula_team *team,
                            const lcm_expr *w, bool sized);
