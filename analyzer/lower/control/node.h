/* How nodes are made: places, labels, attributes, children. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the key of the function "name" of the file. */
const char *lcm_lower_key(struct lcm_lowering *l, const char *name,
                          bool is_static);

/* Add an opaque node for "ast", and report "reason"; return the node. */
lcm_node *lcm_lower_opaque(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast, const char *reason);

/* Declare the lock "name" (interned) of the source. */
void lcm_lower_lock(struct lcm_lowering *l, const char *name, lcm_loc loc);

/* Return the place of "ast". */
lcm_loc lcm_lower_loc(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return a node of "kind" for "ast" with its place. */
lcm_node *lcm_lower_node(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast);

/* Set the only child of "node". */
void lcm_lower_child(struct lcm_lowering *l, lcm_node *node,
                     const lcm_node *child);

/* Let "node" say that "text", which lives as long, is assumed. */
void lcm_lower_assume(struct lcm_lowering *l, lcm_node *node, const char *text);

/* Add the attribute "key" = "value" to "node". */
void lcm_lower_attribute(struct lcm_lowering *l, lcm_node *node,
                         const char *key, const char *value);

/* Return "nodes" as one node: a series unless there is just one. */
const lcm_node *lcm_lower_series(struct lcm_lowering *l,
                                 const lcm_node_list *nodes, lcm_loc loc);

/* Return a short line of the source of "ast" for pictures. */
const char *lcm_lower_label(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the fingerprint (annotations/write.h) of the text between the offsets
 * "begin" and "end". */
unsigned long long lcm_lower_hash(const struct lcm_lowering *l, unsigned begin,
                                  unsigned end);

/* Return the variable that is the probability of the condition of the `if` at
 * "loc": prob_LINE. */
const lcm_expr *lcm_lower_probability(struct lcm_lowering *l, lcm_loc loc);

/* Let the branch "node" of one or two alternatives be taken with its
 * probability where the user gives that; return whether it is given. */
bool lcm_lower_given_probability(struct lcm_lowering *l, lcm_node *node);

/* Let the branch "node" of one or two alternatives be decided by "value" or,
 * where that is NULL, be equally likely; "cond" is the syntax. */
void lcm_lower_choose(struct lcm_lowering *l, lcm_node *node,
                      const lcm_expr *value, const lcm_ast *cond);
