/* Grids of ranks in closed forms: what ranks are told about them is known for a
 * few numbers of ranks, on which messages are checked to fit each other. */
#pragma once

#include "composer/formula/internal.h"
#include "composer/rules/rules.h"

/* Numbers of ranks on which messages are checked to fit each other. */
enum { LCM_LEAST_RANKS = 2, LCM_MOST_RANKS = 9 };

/* Communicators of all ranks, and numbers that ranks were told. */
struct lcm_formula_grids;

/* Return none, for the formula "f". */
struct lcm_formula_grids *lcm_formula_grids_new(struct lcm_formula *f);

/* Do the message operation "node" of "kind", which makes a communicator of all
 * ranks or asks about one; gives up where that is not known. */
void lcm_formula_grids_do(struct lcm_formula_grids *g, const lcm_node *node,
                          lcm_message_kind kind);

/* Bind again what was told under names that hold in the whole program. */
void lcm_formula_grids_recall(const struct lcm_formula_grids *g);

/* Return whether "comm" (NULL: the world) is one of all ranks. */
bool lcm_formula_grids_has(const struct lcm_formula_grids *g, const char *comm);

/* Return whether "comm" is a grid; "*wraps": along some dimension. */
bool lcm_formula_grids_wraps(bool *wraps, const struct lcm_formula_grids *g,
                             const char *comm);

/* Evaluate "e" for rank "rank" of "n" into "*out". */
bool lcm_formula_grids_eval(double *out, const struct lcm_formula_grids *g,
                            const lcm_expr *e, size_t rank, size_t n);

/* Return whether "e" (or NULL) depends on the rank, or on what ranks were told,
 * which has no closed form. */
bool lcm_formula_grids_mentions(const struct lcm_formula_grids *g,
                                const lcm_expr *e);
