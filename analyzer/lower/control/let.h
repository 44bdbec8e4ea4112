/* Assignments to variables whose values are followed, as LETs. */
#pragma once

#include "analyzer/lower/openmp/behind.h"
#include "analyzer/lower/state/lowering.h"

/* Return whether LETs say what the local variable "name" holds. */
bool lcm_let_follows(struct lcm_lowering *l, const char *name);

/* Return the LET of the local variable "name" at "at"; NULL where its value has
 * no model or cannot be followed. */
lcm_node *lcm_lower_let(struct lcm_lowering *l, const lcm_ast *at,
                        const char *name, const lcm_expr *value);

/* Add LETs for the variables that "ast" declares with values. */
void lcm_let_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);

/* Add nodes that keep what the variables have which those of the compound
 * "home" hide, before it or, where it "ends", give it back to their names. */
void lcm_let_hide(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *home, bool ends);

/* Add LETs that keep what the variables hold before the loop "loop" that each
 * of its rounds moves. */
void lcm_let_before(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *loop);

/* Add LETs for what these variables hold when a round begins. */
void lcm_let_round(struct lcm_lowering *l, lcm_node_list *nodes,
                   const lcm_ast *loop);

/* Add LETs for what the branch, block or loop "ast", which has been lowered,
 * leaves in variables. */
void lcm_let_behind(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast);

/* Add LETs for what the directives "crowd" and the statement "ast" under them,
 * which have been lowered, leave in variables. */
void lcm_let_construct(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast, struct lcm_omp_crowd crowd);

/* Add the LET for `x = e` or `if (c) x = e`, where that can be followed. */
void lcm_let_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast);

/* Return whether the plain statement "ast", which gives variables values, takes
 * time by itself: it computes with real numbers, also by functions of the
 * mathematical library, or, where times are weighed, divides whole numbers by
 * what is no number. */
bool lcm_let_takes_time(struct lcm_lowering *l, const lcm_ast *ast);

/* Add LETs for what "ast" sets to what a function of MPI returns. */
void lcm_let_codes(struct lcm_lowering *l, lcm_node_list *nodes,
                   const lcm_ast *ast);

/* Add the LETs of variables that the call "call" of a function of the file sets
 * by their addresses. */
void lcm_let_set(struct lcm_lowering *l, lcm_node_list *nodes,
                 const lcm_ast *call);

/* Return whether "value" is a choice by the arguments of the program, or what a
 * function returns that reads these. */
bool lcm_let_is_choice(struct lcm_lowering *l, const lcm_ast *value);
