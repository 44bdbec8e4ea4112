#pragma once

#include "analyzer/lower/control/internal.h"

/* Lower the statements of one block from "first" to before "stop" (NULL: to its
 * end) into "nodes". */
void lcm_lower_block(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *first, const lcm_ast *stop);

/* Lower the statements of "compound" into "nodes". */
void lcm_lower_statements(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *compound);

/* Lower the standalone pragmas behind "last" in its block, before "stop", into
 * "nodes". */
void lcm_lower_trailing(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *last, const lcm_ast *stop);

/* Return whether "ast" needs nodes of its own. */
bool lcm_lower_needs_nodes(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the LET of the local variable "name" at "at"; NULL where its value has
 * no model or cannot be followed. */
lcm_node *lcm_lower_let(struct lcm_lowering *l, const lcm_ast *at,
                        const char *name, const lcm_expr *value);

/* Add a fragment for what "ast" costs and accesses beside its calls, if that is
 * anything (reads of scalars alone: with "scalars"). */
void lcm_lower_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, bool scalars);

/* Return the place of "ast". */
lcm_loc lcm_lower_loc(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the fingerprint (annotations/write.h) of the text between the offsets
 * "begin" and "end". */
unsigned long long lcm_lower_hash(const struct lcm_lowering *l, unsigned begin,
                                  unsigned end);

/* Return a short line of the source of "ast" for pictures. */
const char *lcm_lower_label(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the statement "ast" (a compound: its statements) as one node. */
const lcm_node *lcm_lower_body(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_lower_body for the statement that a pragma governs: what stands
 * before it has been read. */
const lcm_node *lcm_lower_governed(struct lcm_lowering *l, const lcm_ast *ast);

/* Add the attribute "key" = "value" to "node". */
void lcm_lower_attribute(struct lcm_lowering *l, lcm_node *node,
                         const char *key, const char *value);

/* Return a node of "kind" for "ast" with its place. */
lcm_node *lcm_lower_node(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast);

/* Return "nodes" as one node: a series unless there is just one. */
const lcm_node *lcm_lower_series(struct lcm_lowering *l,
                                 const lcm_node_list *nodes, lcm_loc loc);

/* Return "node" with what the directives at "anchor" say. */
const lcm_node *lcm_lower_apply(struct lcm_lowering *l, lcm_node *node,
                                size_t anchor);

/* Return "node" with what "meaning" says. */
const lcm_node *lcm_lower_mean(struct lcm_lowering *l, lcm_node *node,
                               const struct lcm_meaning *meaning);

/* Set the only child of "node". */
void lcm_lower_child(struct lcm_lowering *l, lcm_node *node,
                     const lcm_node *child);
