/* The walk over statements, and over expressions for their calls: each becomes
 * nodes. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Lower the statements of one block from "first" to before "stop" (NULL: to its
 * end) into "nodes". */
void lcm_lower_block(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *first, const lcm_ast *stop);

/* Lower the standalone pragmas behind "last" in its block, before "stop", into
 * "nodes". */
void lcm_lower_trailing(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *last, const lcm_ast *stop);

/* Return the statement "ast" (a compound: its statements) as one node. */
const lcm_node *lcm_lower_body(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_lower_body for the statement that a pragma governs: what stands
 * before it has been read. */
const lcm_node *lcm_lower_governed(struct lcm_lowering *l, const lcm_ast *ast);

/* Lower the calls of the first part of the header of "ast" into "nodes". */
void lcm_lower_loop_start(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast);

/* Add nodes for the calls in and below the expression "ast", in the order in
 * which they are executed: those that only may be executed in branches. */
void lcm_lower_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);

/* Return the loop "ast" as a LOOP, WHILE or PARLOOP ("kind") node with its body
 * and the calls of its condition and step lowered; collapsed loops give several
 * ranges. */
lcm_node *lcm_lower_loop(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast, unsigned collapse);
