/* Which names the expressions of nodes and programs mention. */
#pragma once

#include "model/structure/program.h"

/* Return whether an expression at or below "root" mentions "name", without
 * entering called functions. */
bool lcm_node_mentions(const lcm_node *root, const char *name);

/* Return whether anything in "program" mentions the free name "name"
 * (interned). */
bool lcm_program_mentions(const lcm_program *program, const char *name);

/* Return whether an expression in "program" does; declarations of the name
 * itself do not count. */
bool lcm_program_uses(const lcm_program *program, const char *name);

/* What names end with that stand for how often loops run each time whose end
 * the source does not say: "rowstr.trips". */
#define LCM_ROUNDS ".trips"

/* What the names of indices end with that go up in the place of others that go
 * down: "i.turned". */
#define LCM_TURNED ".turned"

/* Return how many characters of "name" are the index that it stands for: fewer
 * than it has where it ends so. */
size_t lcm_name_unturned(const char *name);

/* Return whether "name" stands for how often a loop runs: it ends so, or is
 * that of a line, "trips_12". */
bool lcm_name_is_rounds(const char *name);

/* Return whether the assumption "text" is an estimate of how often loops run:
 * what they take may be more or less. */
bool lcm_assumes_rounds(const char *text);
