/* Small arrays of numbers, such as the lengths of a grid of ranks: which are
 * followed element by element. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What the names of variables at file scope begin with that functions of MPI
 * set, and these alone. */
#define LCM_GLOBAL_PREFIX "global."

/* Elements of the longest array that is followed. */
enum { LCM_ELEMENTS_MOST = 16 };

/* How a variable at file scope is used: topologies read it or set it, or
 * something else changes it. */
enum {
  LCM_ELEMENTS_READ = 1,
  LCM_ELEMENTS_TOLD = 2,
  LCM_ELEMENTS_OTHERWISE = 4
};

/* Return how many elements an array with the "sizes" of lcm_ast has, 0 where it
 * is not one of a few numbers. */
unsigned lcm_elements_of(const long long *sizes);

/* Return whether MPI reads a number at "address", `&x`, and leaves it. */
bool lcm_numbers_read(const struct lcm_lowering *l, const lcm_ast *address);

/* Return whether "address", `&x`, is what a question about a grid sets. */
bool lcm_numbers_answer(const struct lcm_lowering *l, const lcm_ast *address);

/* Return the followed local that "ast" refers to, or NULL. */
struct lcm_local *lcm_elements_local(struct lcm_lowering *l,
                                     const lcm_ast *ast);

/* Note which arrays of "function" are followed element by element. */
void lcm_numbers_find(struct lcm_lowering *l, const lcm_ast *function);

/* Note the variables at file scope that topologies of ranks read and set. */
void lcm_numbers_globals(struct lcm_lowering *l);

/* Note that the variable "target" at file scope is set by such a question. */
void lcm_numbers_told(struct lcm_lowering *l, const lcm_ast *target);

/* Return how the variable "name" at file scope is used; put what declares it
 * into "*top". */
size_t lcm_elements_uses(const lcm_ast **top, const struct lcm_lowering *l,
                         const char *name);

/* Return the name of the variable "name" at file scope where such questions
 * alone set it, NULL elsewhere. */
const char *lcm_numbers_global(struct lcm_lowering *l, const char *name);

/* Return the symbol of element "k" of what goes by "name". */
const lcm_expr *lcm_elements_symbol(lcm_ctx *ctx, const char *name, size_t k);

/* Return how many elements of the array "name" are followed. */
size_t lcm_numbers_length(struct lcm_lowering *l, const char *name);

/* Return how many elements of the parameter "param" the function "function"
 * gets as numbers of their own: those up to the last that it reads by a number,
 * where it does nothing else with the array than to read whole numbers; 0 for
 * others. */
unsigned lcm_elements_passed(struct lcm_lowering *l, const lcm_ast *function,
                             const lcm_ast *param);

/* Return the function called "name" of the file where it does no more with some
 * array that it gets than to read whole numbers; else NULL. */
const lcm_ast *lcm_elements_reader(const struct lcm_lowering *l,
                                   const char *name);

/* Return whether "row" is an argument with which a function of the file does no
 * more than to read whole numbers, "*n" of which it gets as numbers of their
 * own. */
bool lcm_elements_read(unsigned *n, struct lcm_lowering *l, const lcm_ast *row);
