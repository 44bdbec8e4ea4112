#pragma once

#include "analyzer/lower/control/internal.h"
#include "analyzer/lower/openmp/internal.h"

/* Return the node of the standalone pragma "pragma"; NULL where it makes
 * none. */
const lcm_node *lcm_lower_standalone(struct lcm_lowering *l,
                                     const lcm_pragma *pragma);

/* Return the node of the pragma number "at" that governs the statement "ast",
 * with the "n" - 1 pragmas behind it stacked between them. */
const lcm_node *lcm_lower_construct(struct lcm_lowering *l, size_t at, size_t n,
                                    const lcm_ast *ast);

/* Note that the variables in "args" of a clause `shared` (may be NULL) are. */
void lcm_omp_share(struct lcm_lowering *l, const char *args);

/* Make the variables of `threadprivate` private in the whole file. */
void lcm_lower_threadprivate(struct lcm_lowering *l);

/* Report the pragmas that no statement or block has claimed and that would mean
 * something. */
void lcm_lower_unclaimed(struct lcm_lowering *l);

/* Return TEAM{PARLOOP} for the loop "ast" that a comment declares parallel. */
const lcm_node *lcm_lower_parallel(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_meaning *meaning);

/* Return a node of "kind" at the pragma. */
lcm_node *lcm_omp_node(const struct lcm_omp *c, lcm_node_kind kind);

/* Return the expression in the clause "name" of "pragma": the first of a list,
 * without modifiers.  Where a modifier is the name of a directive, only the
 * clause for "word" is meant.  NULL where there is none or it has no model. */
const lcm_expr *lcm_omp_clause(struct lcm_lowering *l, const lcm_pragma *pragma,
                               const char *name, const char *word);

/* Return what the construct governs as one node: what is left of its name, or
 * the statement with the stacked pragmas applied. */
const lcm_node *lcm_omp_inside(struct lcm_omp *c);

/* Return the loop that the construct governs as a PARLOOP, with what comments
 * say of it, inside a node that holds it; "*loop" is the PARLOOP itself.  NULL,
 * and nothing done, where the construct governs no loop. */
lcm_node *lcm_omp_loop(lcm_node **loop, struct lcm_omp *c);
