#pragma once

#include "analyzer/lower/control/internal.h"

/* Note the variables at file scope that topologies of ranks read and set. */
void lcm_numbers_globals(struct lcm_lowering *l);

/* Return whether "address", `&x`, is what a question about a grid sets. */
bool lcm_numbers_answer(const struct lcm_lowering *l, const lcm_ast *address);

/* Return whether MPI reads a number at "address", `&x`, and leaves it. */
bool lcm_numbers_read(const struct lcm_lowering *l, const lcm_ast *address);

/* Note that the variable "target" at file scope is set by such a question. */
void lcm_numbers_told(struct lcm_lowering *l, const lcm_ast *target);

/* Return the name of the variable "name" at file scope where such questions
 * alone set it, NULL elsewhere. */
const char *lcm_numbers_global(struct lcm_lowering *l, const char *name);

/* Note which arrays of "function" are followed element by element. */
void lcm_numbers_find(struct lcm_lowering *l, const lcm_ast *function);

/* Return how many elements of the array "name" are followed. */
size_t lcm_numbers_length(struct lcm_lowering *l, const char *name);

/* Return element "index" of the array "name", NULL where it is not followed;
 * "user" is the lowering. */
const lcm_expr *lcm_numbers_element(lcm_ctx *ctx, const char *name,
                                    const lcm_expr *index, void *user);

/* Add LETs for the elements of the array that "var" declares. */
void lcm_numbers_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *var);

/* Add LETs for what the loop "ast" sets elements to, if that is all it does. */
void lcm_numbers_fill(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);
